// Clocks that may differ: at the levels with real time every way to decide agrees with the oracle, whatever
// the skew.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/mixes.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/oracle_level.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

class ClockSkew : public testing::TestWithParam<Mix> {};

// Executing, listing what is open, and searching.
std::vector<CheckOptions> ways_with_skew(const LevelInfo& level, std::int64_t skew) {
  CheckOptions options;
  options.level = level.level;
  options.clock_skew = skew;
  std::vector<CheckOptions> ways(level.one_node ? 3 : 2, options);
  ways[1].guess = false;
  if (level.one_node) ways[2].solver = Solver::kSearch;
  return ways;
}

TEST_P(ClockSkew, OfAnySizeIsDecidedAsByTheOracle) {
  RandomHistoryOptions options = GetParam().options;
  options.times = 1;
  std::size_t matters = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t left = how_many("ISOLDE_HISTORIES", 400); left > 0 && !HasFailure(); --left) {
      const History history = random_history(random, options);
      const std::int64_t skew = random.between(1, 8);
      SCOPED_TRACE(text_of(history) + " with a skew of " + std::to_string(skew));
      for (const LevelInfo& level : levels()) {
        if (!level.real_time) continue;
        SCOPED_TRACE(std::string(level.name));
        const bool expected = satisfies(history, oracle_level(level.level), skew);
        matters += expected != satisfies(history, oracle_level(level.level)) ? 1 : 0;
        for (const CheckOptions& way : ways_with_skew(level, skew)) {
          const ReportData report = check(history, way);
          ASSERT_EQ(report.decision.verdict, expected ? Verdict::kAccept : Verdict::kReject)
              << report.decision.reason << (way.guess ? "" : ", listing");
          ASSERT_TRUE(report.is_certified);
        }
      }
    }
  }
  EXPECT_GT(matters, 0U);
}

INSTANTIATE_TEST_SUITE_P(Mixes, ClockSkew, testing::ValuesIn(mixes()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace isolde
