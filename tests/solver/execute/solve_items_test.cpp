// Deciding by executing against the oracle, at every level.
#include "solver/execute/solve_items.hpp"

#include <gtest/gtest.h>

#include "explain/prove.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/oracle/valid.hpp"

namespace isolde {
namespace {

ItemsTuning tuning(bool strengthen, bool hints, bool sweep_first, std::optional<std::uint64_t> patience) {
  ItemsTuning result;
  result.strengthen = strengthen;
  result.hints = hints;
  result.sweep_first = sweep_first;
  result.patience = patience;
  return result;
}

ItemsTuning listing(bool strengthen) {
  ItemsTuning result = tuning(strengthen, false, false, {});
  result.list_first = true;
  return result;
}

const ItemsTuning kTunings[] = {
    tuning(true, true, false, {}),   // as users get it
    tuning(false, true, false, {}),  // the level itself
    tuning(false, false, false, {}), tuning(false, false, true, {}), listing(false), listing(true),
    tuning(false, false, true, 0),  // the first step undone hands over to the polygraph solver
};

// Where the quick way to items goes through, it gives the same as the long way.
void check_plain(const History& history, const Items& items) {
  const std::optional<Items> plain = Items::of_plain(history);
  if (!plain) return;
  ASSERT_EQ(plain->member_count(), items.member_count());
  ASSERT_EQ(plain->version_count(), items.version_count());
  for (Member member = 0; member < items.member_count(); ++member) {
    ASSERT_EQ(plain->txn(member), items.txn(member));
    ASSERT_TRUE(std::ranges::equal(plain->reads(member), items.reads(member)));
  }
  for (Version version = 0; version < items.version_count(); ++version) {
    ASSERT_EQ(plain->key(version), items.key(version));
    ASSERT_TRUE(std::ranges::equal(plain->readers(version), items.readers(version)));
    if (items.is_initial(version)) continue;
    ASSERT_EQ(plain->writer(version), items.writer(version));
    ASSERT_EQ(plain->overwrites(version), items.overwrites(version));
  }
}

TEST(SolveItems, AgreesWithTheOracleAtEveryLevel) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 1500);
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  std::size_t named = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories; ++i) {
      RandomHistoryOptions options = registers_mix();
      if (i % 3 == 1) options.times = 0;
      if (i % 5 == 2) options.no_sessions = 1;
      const History history = random_history(random, options);
      SCOPED_TRACE(text_of(history));
      const WriterIndex writers(history);
      if (!is_valid(history, writers)) {
        ASSERT_FALSE(Items::of_plain(history));
        continue;
      }
      const Items items(history, writers, counting_transactions(history, writers));
      if (!items.open_reads().empty()) continue;
      check_plain(history, items);
      for (const LevelInfo& level : levels()) {
        SCOPED_TRACE(std::string(level.name));
        const auto oracle_level = static_cast<OracleLevel>(level.level);
        const bool expected = satisfies(history, oracle_level);
        for (const ItemsTuning& each : kTunings) {
          const Outcome outcome = solve_items({history, items, level, each}, {});
          const auto* accept = std::get_if<Accept>(&outcome);
          ASSERT_EQ(accept != nullptr, expected);
          const auto* reject = std::get_if<Reject>(&outcome);
          ASSERT_EQ(reject != nullptr, !expected);
          if (reject != nullptr) {
            ASSERT_TRUE(reject->suspects.empty() ||
                        prove({history, writers, level.level, 0}, reject->suspects))
                << "the suspects are innocent";
            named += reject->suspects.empty() ? 0 : 1;
          }
          if (accept != nullptr) {
            ASSERT_TRUE(replays(history, accept->schedule, oracle_level));
          }
        }
        ++(expected ? accepted : rejected);
      }
    }
  }
  EXPECT_GT(accepted, histories);
  EXPECT_GT(rejected, histories / 2);
  EXPECT_GT(named, rejected);
}

}  // namespace
}  // namespace isolde
