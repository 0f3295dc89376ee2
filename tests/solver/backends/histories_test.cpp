// Every backend as `isolde check` uses it, against the oracle, on random histories at every level: with and
// without pruning, certificates included.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "check/laboratory.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/solver/cdcl/brute_force.hpp"

namespace isolde {
namespace {

// A history takes a process, or a context of Z3, per level.
std::uint64_t histories_for(Solver solver) {
  const bool is_quick = solver == Solver::kCdcl || solver == Solver::kMinisat || solver == Solver::kCadical;
  return number_from_environment("ISOLDE_HISTORIES", is_quick ? 50 : 5);
}

TEST(BackendHistories, CheckAgreesWithTheOracle) {
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  for (const Contestant& contestant : all_contestants()) {
    SCOPED_TRACE(contestant.name());
    for (const std::uint64_t seed : seeds()) {
      SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
      Random random(seed);
      for (std::uint64_t i = 0; i < histories_for(contestant.solver); ++i) {
        const History history = random_history(random, registers_mix());
        SCOPED_TRACE(text_of(history));
        CheckOptions options;
        options.solver = contestant.solver;
        options.encoding = contestant.encoding;
        options.guess = false;
        options.prune = i % 2 == 0;
        options.formulation = i % 3 == 0 ? Formulation::kCobra : Formulation::kSimplified;
        for (const LevelInfo& level : levels()) {
          SCOPED_TRACE(std::string(level.name));
          options.level = level.level;
          const ReportData report = check(history, options);
          if (report.decision.verdict == Verdict::kUnknown) {
            // Reads with several possible writers are not in the polygraph yet.
            ASSERT_FALSE(polygraph_of(history, options)) << report.decision.reason;
            continue;
          }
          const bool expected = satisfies(history, static_cast<OracleLevel>(level.level));
          ASSERT_EQ(report.decision.verdict == Verdict::kAccept, expected);
          ASSERT_TRUE(!expected || report.is_certified);
          ASSERT_EQ(expected, report.decision.anomalies.empty());
          ++(expected ? accepted : rejected);
        }
      }
    }
  }
  EXPECT_GT(accepted, 100U);
  EXPECT_GT(rejected, 100U);
}

}  // namespace
}  // namespace isolde
