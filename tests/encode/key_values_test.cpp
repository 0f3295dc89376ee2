#include "encode/choices/key_values.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/encode/small_items.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Kind = Step::Kind;

// The keys p (plain), l (a list), s (a set) and n (a counter), and what is known about them by operation.
class KeyValuesTest : public testing::Test {
 protected:
  KeyValuesTest()
      : small_(
            "a: w p 1, w p 2, append l 1, append l 2, add s 1, add s 2, inc n 3; b: pr 'value > 1' {};"
            "c: r l [1], r l [1 2], r s [1 2], r s [2 1]"),
        values_(small_.history) {}

  [[nodiscard]] std::uint32_t key(const char* name) const { return small_.key(name); }
  [[nodiscard]] ValueId integer(std::int64_t number) { return values_.integer(number); }
  // What the third transaction read.
  [[nodiscard]] ValueId seen(std::size_t place) const {
    const OpId first = *small_.history.operations(TxnId(2)).begin();
    return small_.history.value(OpId(first.index() + place));
  }
  [[nodiscard]] ValueId one() const { return seen(0); }
  [[nodiscard]] ValueId one_two() const { return seen(1); }

  std::optional<ValueId> run(const char* name, std::vector<Step> steps, ValueId snapshot) {
    return values_.run(key(name), steps, snapshot);
  }
  Step step(Kind kind, std::int64_t number) { return {kind, integer(number), {}}; }
  static Step read(ValueId value) { return {Kind::kRead, value, {}}; }

  const SmallItems small_;
  KeyValues values_;
};

TEST_F(KeyValuesTest, KnowsWhatAKeyIsByWhatIsDoneToIt) {
  EXPECT_EQ(values_.type(key("p")), KeyType::kPlain);
  EXPECT_EQ(values_.type(key("l")), KeyType::kPlain);
  EXPECT_EQ(values_.type(key("s")), KeyType::kSet);
  EXPECT_EQ(values_.type(key("n")), KeyType::kCounter);
}

TEST_F(KeyValuesTest, AReadShowsTheSnapshotAndThenItsOwnWrite) {
  EXPECT_EQ(run("p", {step(Kind::kRead, 1)}, integer(1)), integer(1));
  EXPECT_EQ(run("p", {step(Kind::kRead, 1)}, integer(2)), std::nullopt);
  EXPECT_EQ(run("p", {step(Kind::kRead, 1)}, kInitial), std::nullopt);
  EXPECT_EQ(run("p", {step(Kind::kWhole, 2), step(Kind::kRead, 2)}, integer(1)), integer(2));
  EXPECT_EQ(run("p", {step(Kind::kWhole, 2), step(Kind::kRead, 1)}, integer(1)), std::nullopt);
  EXPECT_EQ(run("p", {step(Kind::kNever, 0)}, integer(1)), std::nullopt);
}

TEST_F(KeyValuesTest, AListGrowsAtItsEnd) {
  EXPECT_EQ(run("l", {step(Kind::kElement, 1), read(one()), step(Kind::kElement, 2)}, kInitial), one_two());
  EXPECT_EQ(run("l", {step(Kind::kElement, 2)}, one()), one_two());
  EXPECT_NE(run("l", {step(Kind::kElement, 1)}, one()), one());
  EXPECT_EQ(run("l", {step(Kind::kElement, 1)}, integer(5)), std::nullopt);  // nothing to append to
}

TEST_F(KeyValuesTest, ASetHasNoOrderAndNoElementTwice) {
  const std::optional<ValueId> both = run("s", {step(Kind::kElement, 2), step(Kind::kElement, 1)}, kInitial);
  EXPECT_EQ(both, values_.canonical(key("s"), one_two()));
  EXPECT_EQ(run("s", {step(Kind::kElement, 1)}, *both), both);
  EXPECT_EQ(run("s", {read(seen(2)), read(seen(3))}, *both), both);
  EXPECT_EQ(run("l", {read(seen(3))}, one_two()), std::nullopt);  // of a list the order counts
}

TEST_F(KeyValuesTest, ACounterBeginsAtZeroAndDoesNotOverflow) {
  EXPECT_EQ(run("n", {step(Kind::kRead, 0), step(Kind::kIncrement, 3)}, kInitial), integer(3));
  EXPECT_EQ(run("n", {read(kInitial)}, integer(0)), integer(0));
  EXPECT_EQ(run("p", {read(kInitial)}, integer(0)), std::nullopt);  // no counter
  EXPECT_EQ(run("n", {step(Kind::kIncrement, 1)}, integer(std::numeric_limits<std::int64_t>::max())),
            std::nullopt);
  EXPECT_EQ(run("n", {step(Kind::kIncrement, 1)}, one()), std::nullopt);
}

TEST_F(KeyValuesTest, ARowMustMatchAndAMissingOneMustNot) {
  const PredicateId above_one(0);
  const auto row = [&](Kind kind, std::int64_t number) { return Step{kind, integer(number), above_one}; };
  EXPECT_EQ(run("p", {row(Kind::kRow, 2)}, integer(2)), integer(2));
  EXPECT_EQ(run("p", {row(Kind::kRow, 1)}, integer(1)), std::nullopt);
  EXPECT_EQ(run("p", {row(Kind::kRow, 2)}, integer(3)), std::nullopt);
  EXPECT_EQ(run("p", {row(Kind::kMissing, 0)}, integer(1)), integer(1));
  EXPECT_EQ(run("p", {row(Kind::kMissing, 0)}, integer(2)), std::nullopt);
  EXPECT_EQ(run("p", {row(Kind::kMissing, 0)}, kInitial), kInitial);
}

TEST_F(KeyValuesTest, WhatIsWrittenAsAWholeIsConstant) {
  const auto constant = [&](std::vector<Step> steps) { return values_.constant_of(key("l"), steps); };
  EXPECT_FALSE(constant({step(Kind::kElement, 1)}).is_constant);
  EXPECT_FALSE(constant({read(one())}).is_constant);
  const KeyValues::Constant grown =
      constant({step(Kind::kElement, 7), {Kind::kWhole, one(), {}}, step(Kind::kElement, 2)});
  EXPECT_TRUE(grown.is_constant);
  EXPECT_EQ(grown.value, one_two());
  const KeyValues::Constant never = constant({step(Kind::kWhole, 7), step(Kind::kElement, 2)});
  EXPECT_TRUE(never.is_constant);
  EXPECT_FALSE(never.value.is_valid());
}

TEST_F(KeyValuesTest, WhatWasThereBeforeIsWhatTheStepsAddedTo) {
  const auto before = [&](const char* name, std::vector<Step> steps, ValueId value) {
    return values_.before(key(name), steps, value);
  };
  EXPECT_THAT(before("l", {step(Kind::kElement, 2)}, one_two()), ElementsAre(one()));
  EXPECT_THAT(before("l", {step(Kind::kElement, 1)}, one_two()), IsEmpty());
  EXPECT_THAT(before("l", {step(Kind::kElement, 1), step(Kind::kElement, 2)}, one_two()),
              ElementsAre(kInitial));
  const ValueId set = values_.canonical(key("s"), one_two());
  EXPECT_THAT(before("s", {step(Kind::kElement, 2)}, set), UnorderedElementsAre(set, one()));
  EXPECT_THAT(before("n", {step(Kind::kIncrement, 3)}, integer(3)),
              UnorderedElementsAre(integer(0), kInitial));
  EXPECT_THAT(before("n", {step(Kind::kIncrement, 3)}, integer(5)), ElementsAre(integer(2)));
}

TEST_F(KeyValuesTest, TheFirstReadTellsTheSnapshot) {
  const auto told = [&](const char* name, std::vector<Step> steps) {
    return values_.told_snapshots(key(name), steps);
  };
  EXPECT_THAT(told("p", {step(Kind::kRead, 1)}), testing::Optional(ElementsAre(integer(1))));
  EXPECT_THAT(told("l", {step(Kind::kElement, 2), read(one_two())}), testing::Optional(ElementsAre(one())));
  // Verified by running all of it: the second read contradicts the first.
  EXPECT_THAT(told("p", {step(Kind::kRead, 1), step(Kind::kRead, 2)}), testing::Optional(IsEmpty()));
  EXPECT_THAT(told("p", {step(Kind::kNever, 0), step(Kind::kRead, 1)}), testing::Optional(IsEmpty()));
  EXPECT_EQ(told("p", {step(Kind::kWhole, 1), step(Kind::kRead, 1)}), std::nullopt);
  EXPECT_EQ(told("l", {step(Kind::kElement, 2)}), std::nullopt);
}

}  // namespace
}  // namespace isolde
