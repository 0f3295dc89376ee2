// The way through the polygraph, with every closure, pruned or not, against the oracle at every level.
#include "solver/solve_polygraph.hpp"

#include <gtest/gtest.h>

#include "encode/items/encode.hpp"
#include "explain/prove.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "solver/suspects.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/oracle/valid.hpp"

namespace isolde {
namespace {

std::vector<SolverOptions> all_options() {
  std::vector<SolverOptions> result;
  for (const ClosureKind kind : closure_kinds())
    for (const bool prunes : {false, true}) {
      SolverOptions options;
      options.closure = kind;
      options.prune = prunes;
      result.push_back(options);
    }
  SolverOptions plain;
  plain.prune = false;
  result.push_back(plain);
  return result;
}

void compare(const History& history, const WriterIndex& writers, const Items& items, const LevelInfo& level,
             bool expected) {
  const Polygraph polygraph = encode(history, items, demands_of(level.level));
  for (const SolverOptions& options : all_options()) {
    const Outcome outcome = solve_polygraph(polygraph, options, {});
    const auto* accept = std::get_if<Accept>(&outcome);
    const auto* reject = std::get_if<Reject>(&outcome);
    ASSERT_EQ(accept != nullptr, expected);
    ASSERT_EQ(reject != nullptr, !expected);
    if (accept != nullptr) {
      ASSERT_TRUE(replays(history, accept->schedule, static_cast<OracleLevel>(level.level)));
    } else {
      ASSERT_TRUE(prove({history, writers, level.level, 0}, with_context(items, reject->suspects)))
          << "the suspects are innocent";
    }
  }
}

TEST(SolvePolygraph, AgreesWithTheOracleByEveryWay) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 1500) / 3;
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !testing::Test::HasFailure(); ++i) {
      RandomHistoryOptions options = registers_mix();
      options.max_transactions = 7;
      if (i % 3 == 1) options.times = 0;
      if (i % 5 == 2) options.no_sessions = 1;
      const History history = random_history(random, options);
      SCOPED_TRACE(text_of(history));
      const WriterIndex writers(history);
      if (!is_valid(history, writers)) continue;
      const Items items(history, writers, counting_transactions(history, writers));
      if (!items.open_reads().empty()) continue;
      for (const LevelInfo& level : levels()) {
        SCOPED_TRACE(std::string(level.name));
        const bool expected = satisfies(history, static_cast<OracleLevel>(level.level));
        compare(history, writers, items, level, expected);
        ++(expected ? accepted : rejected);
      }
    }
  }
  EXPECT_GT(accepted, 0U);
  EXPECT_GT(rejected, 0U);
}

}  // namespace
}  // namespace isolde
