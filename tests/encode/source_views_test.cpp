#include "encode/choices/source_views.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "encode/hints.hpp"
#include "encode/lines.hpp"
#include "encode/time_line.hpp"
#include "tests/encode/small_items.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// The views of a history at serializability, or where a transaction is two nodes; with session order and, if
// it is wanted, real time.
class ViewsOf {
 public:
  explicit ViewsOf(std::string_view text, bool uses_times = false, bool concludes = true)
      : small_(text, true),
        values_(small_.history),
        touches_(small_.history, small_.items, values_, true, stop_),
        sets_(small_.items, touches_, values_, true),
        counters_(small_.items, touches_, values_, true),
        lines_(small_.history, small_.items, {.session_order = true}) {
    for (Member member = 0; member < small_.items.member_count(); ++member)
      graph_.add_node({small_.items.txn(member), EventKind::kCommit});
    for (Member member = 0; member < small_.items.member_count(); ++member)
      if (const Member last = lines_.predecessor(member); last != kNone)
        graph_.add_known(edges_.edge(DependencyKind::kSo, last, member), {DependencyKind::kSo, {}});
    std::vector<TimePoint> points;
    if (uses_times) points = add_time_line(small_.history, small_.items, edges_, 0, graph_);
    graph_.hints = closure_hints(small_.history, small_.items, lines_, edges_,
                                 {uses_times, 0, graph_.node_count(), points});
    views_.emplace(
        ViewSources{small_.history, small_.items, touches_, sets_, counters_, values_, edges_, uses_times},
        graph_);
    views_->narrow(stop_, concludes);
  }

  [[nodiscard]] SourceViews& views() { return *views_; }
  [[nodiscard]] KeyValues& values() { return values_; }
  [[nodiscard]] const SmallItems& small() const { return small_; }
  [[nodiscard]] const View& view(Member member, const char* key) const {
    for (std::size_t i = 0; i < touches_.size(); ++i)
      if (touches_[i].member == member && touches_[i].key == small_.key(key)) return (*views_)[i];
    throw std::invalid_argument("no such touch");
  }
  [[nodiscard]] bool is_known(Member from, Member to) const {
    return views_->closure().reaches(edges_.commit(from), edges_.begin(to));
  }

 private:
  std::function<bool()> stop_ = [] { return false; };
  SmallItems small_;
  KeyValues values_;
  Touches touches_;
  SetKeys sets_;
  CounterKeys counters_;
  Lines lines_;
  LevelEdges edges_{Demands{}};
  Polygraph graph_;
  std::optional<SourceViews> views_;
};

TEST(SourceViews, TheCandidatesAreThoseThatHoldWhatWasRead) {
  ViewsOf of("a: w x 1; b: w x 2; c: w x 1; d: r x 1");
  const View& view = of.view(3, "x");
  EXPECT_THAT(view.candidates, UnorderedElementsAre(of.small().version(0, "x"), of.small().version(2, "x")));
  EXPECT_THAT(view.window, UnorderedElementsAre(of.small().version(0, "x"), of.small().version(1, "x"),
                                                of.small().version(2, "x"), of.small().initial("x")));
  EXPECT_FALSE(view.is_settled);
  EXPECT_FALSE(of.views().is_contradictory());
}

TEST(SourceViews, ASingleCandidateIsSettledAndKnown) {
  ViewsOf of("a: w x 1; b: w x 2; c: r x 1; c: r x 2");
  EXPECT_TRUE(of.view(2, "x").is_settled);
  EXPECT_THAT(of.view(2, "x").candidates, ElementsAre(of.small().version(0, "x")));
  EXPECT_TRUE(of.is_known(0, 2));
  EXPECT_TRUE(of.is_known(1, 3));
  EXPECT_TRUE(of.is_known(0, 1));  // of two versions that one session saw
  EXPECT_TRUE(of.is_known(2, 1));  // who read the first comes before who wrote the second
}

// Its own session overwrote the first one, so it can only be the other.
TEST(SourceViews, WhatIsOverwrittenInTheSnapshotIsNoCandidate) {
  ViewsOf of("a: w x 1; a: w x 2; b: w x 1; a: r x 1");
  EXPECT_THAT(of.view(3, "x").candidates, ElementsAre(of.small().version(2, "x")));
  EXPECT_TRUE(of.is_known(1, 2));
}

TEST(SourceViews, WhatComesLaterIsNoCandidate) {
  ViewsOf of("a: r x 1; a: w x 1; b: w x 1");
  EXPECT_THAT(of.view(0, "x").candidates, ElementsAre(of.small().version(2, "x")));
}

TEST(SourceViews, RealTimeNarrowsTheWindow) {
  constexpr const char* kText =
      "a [1,2]: w x 1; b [3,4]: w x 1; c [5,6]: r x 1; d [7,8]: w x 1; e [4,7]: w x 2";
  const ViewsOf timed(kText, true);
  EXPECT_THAT(timed.view(2, "x").candidates, ElementsAre(timed.small().version(1, "x")));
  EXPECT_EQ(ViewsOf(kText, false).view(2, "x").candidates.size(), 3U);
}

TEST(SourceViews, WithoutConcludingOnlyValuesTell) {
  ViewsOf of("a: w x 1; a: w x 2; b: w x 1; a: r x 1", false, false);
  EXPECT_THAT(of.view(3, "x").candidates,
              UnorderedElementsAre(of.small().version(0, "x"), of.small().version(2, "x")));
}

TEST(SourceViews, AReadThatNothingSuitsIsImpossible) {
  ViewsOf of("a: w x 1; a: w x 2; a: r x 1");
  ASSERT_EQ(of.views().impossible().size(), 1U);
  EXPECT_EQ(of.views().impossible()[0].member, 2U);
  EXPECT_EQ(of.views().impossible()[0].key, of.small().key("x"));
}

TEST(SourceViews, KnownSourcesThatFormACycleContradict) {
  ViewsOf of("a: r x 1, w y 1; b: r y 1, w x 1");
  EXPECT_TRUE(of.views().is_contradictory());
}

TEST(SourceViews, AnIndeterminateWriterCountsIfOnlyItExplainsARead) {
  ViewsOf of("a unknown: w x 1; b unknown: w x 2; c unknown: w x 2; d: r x 1; e: r x 2");
  EXPECT_TRUE(of.views().counts(0));
  EXPECT_FALSE(of.views().counts(1));
  EXPECT_FALSE(of.views().counts(2));
  EXPECT_TRUE(of.views().counts(3));
}

// A list that was read tells who appended before whom.
TEST(SourceViews, AListTellsWhatTheAppendersSaw) {
  ViewsOf of("a: append l 1; b: append l 2; c: r l [1 2]");
  const Version second = of.small().version(1, "l");
  EXPECT_THAT(of.view(2, "l").candidates, ElementsAre(second));
  EXPECT_TRUE(of.is_known(0, 1));
  const ValueId both = of.small().history.value(OpId(2));
  ASSERT_EQ(of.views().snapshots_for(second, both).size(), 1U);
  EXPECT_TRUE(of.views().may_hold(second, both));
  EXPECT_FALSE(of.views().may_hold(of.small().version(0, "l"), both));
  EXPECT_THAT(of.views().snapshots_for(of.small().version(0, "l"), both), IsEmpty());
}

}  // namespace
}  // namespace isolde
