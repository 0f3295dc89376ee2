// Executing with predicates and repeated values against the oracle, at every level: what it accepts replays,
// what it rejects has no execution. It may give up, but not often on histories that are fine.
//
// ISOLDE_HISTORIES sets how many histories each mix gets. One seed is fixed; ISOLDE_SEED sets a second.
#include "solver/execute/observations.hpp"

#include <string>

#include <gtest/gtest.h>

#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "solver/execute/solve_items.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/oracle/valid.hpp"

namespace isolde {
namespace {

struct Seen {
  std::size_t satisfied = 0;
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  std::size_t repairs = 0;
  std::size_t impossible = 0;
};

void compare(const History& history, const WriterIndex& writers, const LevelInfo& level, Seen& seen) {
  SCOPED_TRACE(std::string(level.name));
  const auto oracle_level = static_cast<OracleLevel>(level.level);
  const bool expected = satisfies(history, oracle_level);
  const Items items(history, writers, counting_transactions(history, writers));
  Observations observations(history, items, level.level != Level::kRepeatableRead);
  if (observations.are_impossible()) {
    ASSERT_FALSE(expected);
    ++seen.impossible;
    return;
  }
  for (const bool strengthen : {true, false}) {
    ItemsTuning tuning;
    tuning.strengthen = strengthen;
    ItemsFigures figures;
    const Outcome outcome = solve_items({history, items, level, tuning, &observations}, {}, &figures);
    seen.satisfied += expected ? 1 : 0;
    seen.repairs += figures.execution.repairs;
    if (const auto* accept = std::get_if<Accept>(&outcome)) {
      ASSERT_TRUE(expected);
      ASSERT_TRUE(replays(history, accept->schedule, oracle_level));
      ++seen.accepted;
    } else if (std::holds_alternative<Reject>(outcome)) {
      ASSERT_FALSE(expected);
      ++seen.rejected;
    }
  }
}

void compare_all(const RandomHistoryOptions& mix, Seen& seen) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 400);
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !testing::Test::HasFatalFailure(); ++i) {
      RandomHistoryOptions options = mix;
      if (i % 3 == 1) options.times = 0;
      if (i % 5 == 2) options.no_sessions = 1;
      const History history = random_history(random, options);
      if (!Observations::can_check(history)) continue;
      SCOPED_TRACE(text_of(history));
      const WriterIndex writers(history);
      if (!is_valid(history, writers)) {
        ASSERT_FALSE(Items::of_plain(history));
        continue;
      }
      for (const LevelInfo& level : levels()) compare(history, writers, level, seen);
    }
  }
  EXPECT_GT(seen.satisfied, histories);
  EXPECT_GT(seen.rejected, histories / 10);
  // Nearly all that can be accepted.
  EXPECT_GT(seen.accepted * 10, seen.satisfied * 9) << seen.accepted << " of " << seen.satisfied;
}

TEST(Observations, OfPredicatesHoldWhereTheOracleSaysSo) {
  Seen seen;
  compare_all(predicates_mix(), seen);
  EXPECT_GT(seen.repairs, 0U);
}

TEST(Observations, OfRangesHoldWhereTheOracleSaysSo) {
  Seen seen;
  compare_all(ranges_mix(), seen);
  EXPECT_GT(seen.repairs, 0U);
}

TEST(Observations, OfRepeatedValuesHoldWhereTheOracleSaysSo) {
  Seen seen;
  compare_all(repeated_values_mix(), seen);
  EXPECT_GT(seen.repairs, 0U);
}

}  // namespace
}  // namespace isolde
