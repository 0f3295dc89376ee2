#include "solver/execute/executor.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solver/execute/priority.hpp"
#include "tests/encode/schedules.hpp"
#include "tests/encode/small_items.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

using testing::IsEmpty;
using testing::Not;

struct ExecutedItems {
  explicit ExecutedItems(std::string_view text, bool one_node = true, bool wins = true)
      : small(text),
        chains(small.items, one_node || wins),
        lines(small.history, small.items, {.session_order = true}),
        graph{small.items, chains, lines, one_node, one_node || wins},
        priorities(small.items.member_count()) {
    std::iota(priorities.begin(), priorities.end(), 0U);
  }

  const SmallItems small;
  const Chains chains;
  const Lines lines;
  const ItemGraph graph;
  Priorities priorities;
};

TEST(Executor, RunsByPriorityWhereNothingElseTells) {
  ExecutedItems items("a: w x 1; b: w x 2; c: w x 3");
  items.priorities = {2, 0, 1};
  Executor executor(items.graph, items.priorities);
  ASSERT_EQ(executor.run(Executor::kUnlimited), ExecutionAnswer::kComplete);
  EXPECT_EQ(executor.execution().trail(), (EventOrder{commit_of(1), commit_of(2), commit_of(0)}));
  EXPECT_EQ(executor.statistics().steps, 3U);
  EXPECT_EQ(executor.statistics().undone, 0U);
  EXPECT_TRUE(executor.check_invariants());
}

TEST(Executor, AReaderWaitsForItsWriterAndAWriterForReadersToCome) {
  ExecutedItems items("a: r x 2; b: w x 2; c: w x 3");
  items.priorities = {0, 2, 1};
  Executor executor(items.graph, items.priorities);
  ASSERT_EQ(executor.run(Executor::kUnlimited), ExecutionAnswer::kComplete);
  EXPECT_TRUE(PlacedEvents(items.graph, executor.execution().trail()).is_schedule());
}

// The smallest write skew of one node: each reads what the other overwrites.
TEST(Executor, RefutesWhatNoOrderExplainsAndNamesWhoIsBehindIt) {
  const ExecutedItems items("a: r x nil, w y 1; b: r y nil, w x 1; c: w z 1");
  Executor executor(items.graph, items.priorities);
  EXPECT_EQ(executor.run(Executor::kUnlimited), ExecutionAnswer::kRefuted);
  EXPECT_THAT(executor.refutation(), testing::UnorderedElementsAre(0U, 1U));
  EXPECT_TRUE(executor.check_invariants());
}

TEST(Executor, WriteSkewIsFineWhereTransactionsAreTwoNodes) {
  const ExecutedItems items("a: r x nil, w y 1; b: r y nil, w x 1", false);
  Executor executor(items.graph, items.priorities);
  ASSERT_EQ(executor.run(Executor::kUnlimited), ExecutionAnswer::kComplete);
  EXPECT_TRUE(PlacedEvents(items.graph, executor.execution().trail()).is_schedule());
}

// By priority b goes before a, and c can then no longer see a's x: it has to be taken back.
constexpr const char* kNeedsUndoing =
    "a: w x 1, w y 1; b: w x 2; c: r x 2, r y nil; d: r x 1, r y 1; e: r x 2, r y 1";

TEST(Executor, WhatWasWrongIsTakenBackWithinTheBudget) {
  ExecutedItems items(kNeedsUndoing);
  items.priorities = {0, 1, 2, 3, 4};
  const std::vector<EventOrder> schedules = schedules_of(items.graph);
  Executor executor(items.graph, items.priorities);
  EXPECT_EQ(executor.run(Executor::kUnlimited),
            schedules.empty() ? ExecutionAnswer::kRefuted : ExecutionAnswer::kComplete);
  EXPECT_GT(executor.statistics().conflicts, 0U);
}

TEST(Executor, AStopEndsAConflict) {
  const ExecutedItems items(kNeedsUndoing);
  Executor executor(items.graph, items.priorities);
  EXPECT_EQ(executor.run(Executor::kUnlimited, [] { return true; }), ExecutionAnswer::kStopped);
  EXPECT_TRUE(executor.check_invariants());
}

TEST(Executor, OrdersThatAreToldBind) {
  const ExecutedItems items("a: w x 1; b: w x 2");
  const ChainOrder told{items.small.version(1, "x"), items.small.version(0, "x")};
  Executor executor(items.graph, items.priorities, nullptr, nullptr, std::span(&told, 1));
  ASSERT_EQ(executor.run(Executor::kUnlimited), ExecutionAnswer::kComplete);
  EXPECT_EQ(executor.execution().trail(), (EventOrder{commit_of(1), commit_of(0)}));
  const ChainOrder both[] = {told, told.reversed()};
  Executor torn(items.graph, items.priorities, nullptr, nullptr, both);
  EXPECT_EQ(torn.run(Executor::kUnlimited), ExecutionAnswer::kRefuted);
  EXPECT_THAT(torn.refutation(), Not(IsEmpty()));
}

TEST(Executor, ByForceEverythingHappensThatReadsAndLinesAllow) {
  const ExecutedItems items("a: r x nil, w y 1; b: r y nil, w x 1; b: r y 1");
  Executor executor(items.graph, items.priorities);
  ASSERT_TRUE(executor.complete_by_force());
  EXPECT_EQ(executor.execution().trail().size(), 3U);
  const ExecutedItems circle("a: r x 2, w y 1; b: r y 1, w x 2");
  Executor stuck(circle.graph, circle.priorities);
  EXPECT_FALSE(stuck.complete_by_force());
}

// Also while it goes: whatever happens can be taken back, and what is kept up to date is what the trail says.
TEST(Executor, AnExecutionIsWhatItsTrailMakesOfIt) {
  const ExecutedItems items("a: w x 1, w y 1; b: r x 1, w x 2; a: r y 1, w y 2", false);
  Execution execution(items.graph);
  for (const Member member : {0U, 0U, 1U, 2U, 1U, 2U}) {
    ASSERT_EQ(execution.blocker(member), kNone);
    execution.step(member);
    EXPECT_TRUE(execution.check_invariants());
  }
  EXPECT_TRUE(execution.is_complete());
  EXPECT_EQ(execution.current(items.small.key("x")), items.small.version(1, "x"));
  for (std::size_t left = 6; left-- > 0;) {
    execution.undo_last();
    EXPECT_TRUE(execution.check_invariants());
    EXPECT_EQ(execution.event_count(), left);
  }
  EXPECT_EQ(execution.current(items.small.key("x")), items.small.initial("x"));
  execution.step(1);  // it reads from a, who has not committed
  EXPECT_FALSE(execution.check_invariants());
}

// Complete: a schedule. Refuted: there is none. Of all shapes of levels.
TEST(Executor, AgreesWithTryingAllSchedules) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 600);
  std::size_t completed = 0;
  std::size_t refuted = 0;
  for (const std::uint64_t seed : both_seeds()) {
    Random random(seed);
    for (std::uint64_t i = 0; i < histories; ++i) {
      const std::string text = random_items_text(random, i % 3 == 0 ? 4 : 3);
      SCOPED_TRACE(text);
      ExecutedItems items(text, i % 3 != 1, i % 2 == 0);
      if (items.chains.clash()) continue;
      random.shuffle(items.priorities);
      Executor executor(items.graph, items.priorities);
      const ExecutionAnswer answer = executor.run(Executor::kUnlimited);
      ASSERT_TRUE(executor.check_invariants());
      if (answer == ExecutionAnswer::kComplete) {
        ASSERT_TRUE(PlacedEvents(items.graph, executor.execution().trail()).is_schedule());
        ++completed;
      } else {
        ASSERT_EQ(answer, ExecutionAnswer::kRefuted);
        ASSERT_THAT(schedules_of(items.graph), IsEmpty());
        ++refuted;
      }
    }
  }
  EXPECT_GT(completed, histories / 4);
  EXPECT_GT(refuted, histories / 4);
}

}  // namespace
}  // namespace isolde
