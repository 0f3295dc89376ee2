#include "solver/relaxation.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "history/level.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;

constexpr UsedOrders kAll{true, true, true};
constexpr Deciding kWays[] = {Deciding::kByExecuting, Deciding::kByObserving, Deciding::kByChoices,
                              Deciding::kByPairs};

bool asks_for_all_of(const Demands& stronger, const Demands& weaker) {
  return stronger.one_node >= weaker.one_node && stronger.session_order >= weaker.session_order &&
         stronger.real_time >= weaker.real_time &&
         stronger.first_committer_wins >= weaker.first_committer_wins &&
         stronger.rows_bind == weaker.rows_bind && stronger.clock_skew == weaker.clock_skew;
}

TEST(Relaxation, EveryStepIsStrongerThanWhatWasAskedAndThatIsTheLast) {
  const History history = history_of("a [0,1]: w x 1; a [2,3]: r x 1; b [0,4]: w x 2");
  const std::vector<VersionOrder> orders(1);
  for (const LevelInfo& level : levels()) {
    for (const Deciding way : kWays) {
      for (const std::vector<VersionOrder>* listed : {&orders, static_cast<decltype(&orders)>(nullptr)}) {
        const Demands asked = demands_of(level.level, 7);
        const std::vector<Demands> steps = relaxations(history, asked, kAll, listed, way);
        EXPECT_EQ(steps.back(), asked);
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
          EXPECT_TRUE(asks_for_all_of(steps[i], asked)) << level.name;
          EXPECT_EQ(std::ranges::count(steps, steps[i]), 1) << level.name;
        }
      }
    }
  }
}

TEST(Relaxation, WhatTheHistoryDoesNotTellIsNotTried) {
  const History history = history_of("a: w x 1; a: r x 1");
  for (const Deciding way : kWays)
    EXPECT_THAT(relaxations(history, demands_of(Level::kSerializable), {false, true, true}, nullptr, way),
                ElementsAre(demands_of(Level::kSerializable)));
}

TEST(Relaxation, ThePapersWayTriesAllUsedOrdersInTheGraphThatWasAskedFor) {
  const History history = history_of("a [0,1]: w x 1; a [2,3]: r x 1");
  const Demands asked = demands_of(Level::kSnapshotIsolation);
  EXPECT_THAT(relaxations(history, asked, kAll, nullptr, Deciding::kByPairs),
              ElementsAre(demands_of(Level::kStrongSnapshotIsolation), asked));
}

TEST(Relaxation, ExecutingTriesOneEventPerTransactionFirst) {
  const History history = history_of("a [0,1]: w x 1; a [2,3]: r x 1");
  EXPECT_THAT(
      relaxations(history, demands_of(Level::kSnapshotIsolation), kAll, nullptr, Deciding::kByExecuting),
      ElementsAre(demands_of(Level::kStrictSerializable), demands_of(Level::kStrongSessionSerializable),
                  demands_of(Level::kSerializable), demands_of(Level::kStrongSessionSnapshotIsolation),
                  demands_of(Level::kSnapshotIsolation)));
}

TEST(Relaxation, TheFirstStepThatConcludesDecides) {
  const std::vector<Demands> steps(3);
  int tried = 0;
  const auto concludes_at = [&](int step) {
    tried = 0;
    return relax(
        steps,
        [&](const Demands&) {
          return ++tried == step ? std::optional<std::string>("concluded") : std::nullopt;
        },
        [](const Demands&) { return std::string("decided"); });
  };
  EXPECT_EQ(concludes_at(2), "concluded");
  EXPECT_EQ(tried, 2);
  EXPECT_EQ(concludes_at(9), "decided");
  EXPECT_EQ(tried, 2);
}

}  // namespace
}  // namespace isolde
