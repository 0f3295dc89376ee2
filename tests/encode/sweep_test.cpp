#include "encode/items/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/encode/schedules.hpp"
#include "tests/encode/small_items.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

// A history at a level of one node, or two, with what a sweep needs.
struct SweptItems {
  explicit SweptItems(std::string_view text, bool one_node = true, bool wins = true)
      : small(text),
        chains(small.items, one_node || wins),
        lines(small.history, small.items, {.session_order = true}),
        graph{small.items, chains, lines, one_node, one_node || wins} {}

  // Reads and lines go forward in it; empty if they cannot.
  [[nodiscard]] EventOrder forward_order() const {
    EventOrder order;
    std::vector<bool> is_done(small.items.member_count());
    const auto can_go = [&](Member member) {
      const Member before = lines.predecessor(member);
      return !is_done[member] && (before == kNone || is_done[before]) &&
             std::ranges::all_of(small.items.reads(member), [&](Version version) {
               return small.items.is_initial(version) || is_done[small.items.writer(version)];
             });
    };
    for (std::size_t round = 0; round < is_done.size(); ++round)
      for (Member member = 0; member < is_done.size(); ++member) {
        if (!can_go(member)) continue;
        if (!graph.one_node) order.push_back(begin_of(member));
        order.push_back(commit_of(member));
        is_done[member] = true;
      }
    if (order.size() != graph.event_count()) order.clear();
    return order;
  }

  const SmallItems small;
  const Chains chains;
  const Lines lines;
  const ItemGraph graph;
};

TEST(Sweep, LinesAndReadsAreKnown) {
  const SweptItems swept("a: w x 1; b: r x 1; b: w y 1; c: w z 1");
  const EventOrder order = swept.forward_order();
  Sweep sweep(swept.graph, order);
  ASSERT_EQ(sweep.run({}), SweepAnswer::kConsistent);
  EXPECT_TRUE(sweep.reaches(commit_of(0), commit_of(1)));
  EXPECT_TRUE(sweep.reaches(commit_of(0), commit_of(2)));
  EXPECT_TRUE(sweep.reaches(commit_of(2), commit_of(2)));
  EXPECT_FALSE(sweep.reaches(commit_of(2), commit_of(0)));
  EXPECT_FALSE(sweep.reaches(commit_of(0), commit_of(3)));
  EXPECT_THAT(sweep.decided(), IsEmpty());
  EXPECT_THAT(sweep.undecided(), IsEmpty());
}

TEST(Sweep, WritersThatNothingTellsApartAreUndecided) {
  const SweptItems swept("a: w x 1; b: w x 2");
  const EventOrder order = swept.forward_order();
  Sweep sweep(swept.graph, order);
  ASSERT_EQ(sweep.run({}), SweepAnswer::kConsistent);
  EXPECT_THAT(sweep.undecided(),
              ElementsAre(ChainOrder{swept.small.version(0, "x"), swept.small.version(1, "x")}));
}

// b reads x before c, of b's session, overwrites it; so the writer whom b read from comes first.
TEST(Sweep, ReachabilityDecidesAndTheReadersComeBefore) {
  const SweptItems swept("a: w x 1; b: r x 1; b: w x 2; c: r x 1, w y 1");
  const EventOrder order = swept.forward_order();
  Sweep sweep(swept.graph, order);
  ASSERT_EQ(sweep.run({}), SweepAnswer::kConsistent);
  EXPECT_THAT(sweep.undecided(), IsEmpty());
  EXPECT_TRUE(sweep.reaches(commit_of(3), commit_of(2)));  // c read what the second of b overwrote
}

// c saw the one value and then the other; that the second was written first would close a cycle.
TEST(Sweep, APairIsForcedWhereTheReverseClosesACycle) {
  const SweptItems swept("a: w x 1; b: w x 2; c: r x 1; c: r x 2");
  const EventOrder order = swept.forward_order();
  Sweep sweep(swept.graph, order);
  ASSERT_EQ(sweep.run({}), SweepAnswer::kConsistent);
  EXPECT_THAT(sweep.undecided(), IsEmpty());
  EXPECT_THAT(sweep.decided(),
              Contains(ChainOrder{swept.small.version(0, "x"), swept.small.version(1, "x")}));
  EXPECT_TRUE(sweep.reaches(commit_of(0), commit_of(1)));
  EXPECT_TRUE(sweep.reaches(commit_of(2), commit_of(1)));  // who read the first comes before the second
}

TEST(Sweep, APairThatFitsNeitherWayRefutes) {
  const SweptItems swept("a: w x 1; b: w x 2; c: r x 1; c: r x 2; d: r x 2; d: r x 1");
  const EventOrder order = swept.forward_order();
  Sweep sweep(swept.graph, order);
  EXPECT_EQ(sweep.run({}), SweepAnswer::kRefuted);
  EXPECT_EQ(sweep.contradiction().size(), 2U);
}

TEST(Sweep, AStopIsHeeded) {
  std::string text = "s0: w x 0";
  for (int i = 1; i < 2000; ++i) text += fmt::format("; s{}: w x {}", i, i);
  const SweptItems swept(text);
  const EventOrder order = swept.forward_order();
  Sweep sweep(swept.graph, order);
  EXPECT_EQ(sweep.run([] { return true; }), SweepAnswer::kStopped);
}

// What it knows holds in every schedule, and if it refutes there is none: of all shapes of levels.
TEST(Sweep, KnowsNothingThatSomeScheduleDenies) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 600);
  std::size_t refuted = 0;
  std::size_t decided = 0;
  for (const std::uint64_t seed : both_seeds()) {
    Random random(seed);
    for (std::uint64_t i = 0; i < histories; ++i) {
      const std::string text = random_items_text(random, i % 3 == 0 ? 4 : 3);
      SCOPED_TRACE(text);
      const SweptItems swept(text, i % 3 != 1, i % 2 == 0);
      const EventOrder order = swept.forward_order();
      if (swept.chains.clash() || order.empty()) continue;
      Sweep sweep(swept.graph, order);
      const SweepAnswer answer = sweep.run({});
      const std::vector<EventOrder> schedules = schedules_of(swept.graph);
      if (answer == SweepAnswer::kRefuted) {
        ASSERT_THAT(schedules, IsEmpty());
        ++refuted;
        continue;
      }
      decided += sweep.decided().size();
      for (const EventOrder& schedule : schedules) {
        const PlacedEvents placed(swept.graph, schedule);
        for (const EventCode first : order)
          for (const EventCode second : order) {
            if (first == second || !sweep.reaches(first, second)) continue;
            ASSERT_LT(placed.place(first), placed.place(second)) << first << " " << second;
          }
      }
    }
  }
  EXPECT_GT(refuted, histories / 20);
  EXPECT_GT(decided, histories / 4);
}

}  // namespace
}  // namespace isolde
