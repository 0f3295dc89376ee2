#include "encode/choices/touches.hpp"

#include <memory>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/encode/small_items.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = Step::Kind;

// The touches of a history, with all they refer to.
class TouchesOf {
 public:
  explicit TouchesOf(std::string_view text, bool rows = true, const KeepObservation* keep = nullptr)
      : small_(text),
        values_(small_.history),
        touches_(small_.history, small_.items, values_, rows, stop_, keep) {}

  [[nodiscard]] const SmallItems& small() const { return small_; }
  [[nodiscard]] const Touches& touches() const { return touches_; }
  [[nodiscard]] KeyValues& values() { return values_; }

  [[nodiscard]] std::optional<Touch> find(Member member, const char* key) const {
    for (std::size_t i = 0; i < touches_.size(); ++i)
      if (touches_[i].member == member && touches_[i].key == small_.key(key)) return touches_[i];
    return std::nullopt;
  }
  // What the member did to the key, in order; empty if nothing.
  [[nodiscard]] std::vector<Kind> kinds(Member member, const char* key) const {
    std::vector<Kind> kinds;
    if (const auto touch = find(member, key))
      for (const Step& step : touches_.steps(*touch)) kinds.push_back(step.kind);
    return kinds;
  }

 private:
  SmallItems small_;
  KeyValues values_;
  std::function<bool()> stop_ = [] { return false; };
  Touches touches_;
};

TEST(Touches, AMemberTouchesAKeyOnceInProgramOrder) {
  const TouchesOf of("a: r x nil, w y 1, w x 1, r x 1; b: r y 1, append l 3, inc n 1, delete x");
  EXPECT_EQ(of.touches().size(), 6U);
  EXPECT_THAT(of.kinds(0, "x"), ElementsAre(Kind::kRead, Kind::kWhole, Kind::kRead));
  EXPECT_THAT(of.kinds(0, "y"), ElementsAre(Kind::kWhole));
  EXPECT_THAT(of.kinds(1, "l"), ElementsAre(Kind::kElement));
  EXPECT_THAT(of.kinds(1, "n"), ElementsAre(Kind::kIncrement));
  EXPECT_THAT(of.kinds(1, "x"), ElementsAre(Kind::kWhole));
  EXPECT_THAT(of.kinds(0, "l"), IsEmpty());
  EXPECT_EQ(of.find(0, "x")->installed, of.small().version(0, "x"));
  EXPECT_EQ(of.find(1, "y")->installed, kNone);
}

TEST(Touches, EveryVersionHasAValueOrDependsOnTheExecution) {
  TouchesOf of("a: w x 1, w x 2; b: append l 1; c: inc n 1; d: w l 7, append l 1; init x 5");
  const SmallItems& small = of.small();
  const Touches& touches = of.touches();
  EXPECT_THAT(touches.versions(small.key("x")), ElementsAre(small.version(0, "x"), small.initial("x")));
  EXPECT_TRUE(touches.is_constant(small.version(0, "x")));
  EXPECT_EQ(touches.value(small.version(0, "x")), of.values().integer(2));
  EXPECT_EQ(touches.value(small.initial("x")), of.values().integer(5));
  EXPECT_TRUE(touches.is_plain(small.key("x")));
  EXPECT_FALSE(touches.is_constant(small.version(1, "l")));
  EXPECT_TRUE(touches.becomes_list(small.version(1, "l")));
  EXPECT_FALSE(touches.is_plain(small.key("l")));
  EXPECT_FALSE(touches.is_constant(small.version(2, "n")));
  EXPECT_FALSE(touches.becomes_list(small.version(2, "n")));
  EXPECT_FALSE(touches.value(small.version(3, "l")).is_valid());  // no execution appends to 7
  const Touch& touch = touches[touches.touch_of(small.version(2, "n"))];
  EXPECT_EQ(touch.member, 2U);
  EXPECT_EQ(touch.key, small.key("n"));
}

TEST(Touches, AKeyThatCouldHaveMatchedIsMissing) {
  constexpr const char* kText =
      "a: w x 1; b: w y 9; c: w z 8, w z 1; d: pr 'value > 5' {y=9}; e: append l 1; f: inc n 1";
  const TouchesOf of(kText);
  EXPECT_THAT(of.kinds(3, "y"), ElementsAre(Kind::kRow));
  EXPECT_THAT(of.kinds(3, "x"), IsEmpty());                    // no version of it matches
  EXPECT_THAT(of.kinds(3, "z"), IsEmpty());                    // what it held in between nobody could see
  EXPECT_THAT(of.kinds(3, "l"), IsEmpty());                    // a list is no number
  EXPECT_THAT(of.kinds(3, "n"), ElementsAre(Kind::kMissing));  // a counter may be anything
  const TouchesOf returned_only(kText, false);
  EXPECT_THAT(returned_only.kinds(3, "y"), ElementsAre(Kind::kRow));
  EXPECT_THAT(returned_only.kinds(3, "n"), IsEmpty());
}

TEST(Touches, AWriterIsAskedForWhatItWroteItself) {
  const TouchesOf of("a: w z 8, pr 'value > 5' {}, w z 1");
  EXPECT_THAT(of.kinds(0, "z"), ElementsAre(Kind::kWhole, Kind::kMissing, Kind::kWhole));
}

TEST(Touches, ARowReturnedTwiceCannotBe) {
  const TouchesOf of("a: w x 9; b: pr 'value > 5' {x=9 x=9}");
  EXPECT_THAT(of.kinds(1, "x"), testing::Contains(Kind::kNever));
}

TEST(Touches, APredicateWriteSeesARowAndReplacesIt) {
  const TouchesOf of("a: w x 9; b: pw 'value > 5' {x=9 > 1}");
  EXPECT_THAT(of.kinds(1, "x"), ElementsAre(Kind::kRow, Kind::kWhole));
  EXPECT_EQ(of.find(1, "x")->installed, of.small().version(1, "x"));
}

TEST(Touches, AnAggregateLooksAtKeysThatMayMatch) {
  const TouchesOf of("a: w x 1; b: w y 9; c: agg - 'value > 5' {count=1}");
  EXPECT_THAT(of.kinds(2, "y"), ElementsAre(Kind::kAggregate));
  EXPECT_THAT(of.kinds(2, "x"), IsEmpty());
  EXPECT_TRUE(of.touches().is_aggregated(of.small().key("y")));
  EXPECT_FALSE(of.touches().is_aggregated(of.small().key("x")));
}

TEST(Touches, WhatIsNotKeptIsDroppedButForWrites) {
  const KeepObservation keep = [](Member member, std::uint32_t) { return member != 1; };
  const TouchesOf of("a: w x 1, r x 1; b: r x 1, w x 2; c: r x 2", true, &keep);
  EXPECT_THAT(of.kinds(0, "x"), ElementsAre(Kind::kWhole, Kind::kRead));
  EXPECT_THAT(of.kinds(1, "x"), ElementsAre(Kind::kWhole));
  EXPECT_THAT(of.kinds(2, "x"), ElementsAre(Kind::kRead));
}

TEST(Touches, AStopIsNoted) {
  const SmallItems small("a: w x 1; b: r x 1");
  KeyValues values(small.history);
  const std::function<bool()> now = [] { return true; };
  EXPECT_TRUE(Touches(small.history, small.items, values, true, now).is_incomplete());
}

}  // namespace
}  // namespace isolde
