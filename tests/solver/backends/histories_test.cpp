// Every backend, encoding and formulation as `isolde check` uses it, against the oracle, on random histories
// of every mix at every level, with and without pruning: the same verdicts, and certificates that hold.
//
// ISOLDE_BACKEND_HISTORIES sets how many histories each mix gets from each seed, and that every history goes
// every way. One seed is fixed; ISOLDE_SEED sets a second.
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "laboratory/laboratory.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/mixes.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/solver/cdcl/brute_force.hpp"

namespace isolde {
namespace {

// All of them, and registers with many writers of few keys.
std::vector<Mix> all_mixes() {
  RandomHistoryOptions crowded = registers_mix();
  crowded.max_keys = 2;
  crowded.max_operations = 3;
  crowded.min_transactions = 5;
  crowded.indeterminate = 0.25;
  std::vector<Mix> all = mixes();
  all.push_back({"crowded", crowded});
  return all;
}

struct Way {
  Contestant contestant;
  Formulation formulation = Formulation::kSimplified;
  bool prune = true;

  [[nodiscard]] std::string name() const {
    return contestant.name() + (formulation == Formulation::kCobra ? " cobra" : "") +
           (prune ? "" : " unpruned");
  }
};

std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const Contestant& contestant : available_contestants())
    for (const Formulation formulation : {Formulation::kSimplified, Formulation::kCobra})
      for (const bool prune : {true, false}) ways.push_back({contestant, formulation, prune});
  return ways;
}

class BackendHistories : public testing::TestWithParam<Mix> {
 protected:
  [[nodiscard]] static bool has_choices() {
    return GetParam().name != "registers" && GetParam().name != "crowded";
  }
  // False if the polygraph does not hold all of the history, so that nobody can decide it.
  [[nodiscard]] static bool decide(const History& history, Level level, bool expected, const Way& way) {
    CheckOptions options;
    options.level = level;
    options.solver = way.contestant.solver;
    options.encoding = way.contestant.encoding;
    options.guess = false;
    options.formulation = way.formulation;
    options.prune = way.prune;
    const ReportData report = check(history, options);
    if (report.decision.verdict == Verdict::kUnknown) {
      EXPECT_TRUE(has_choices()) << report.decision.reason;
      EXPECT_FALSE(polygraph_of(history, options)) << report.decision.reason;
      return false;
    }
    EXPECT_EQ(report.decision.verdict == Verdict::kAccept, expected);
    EXPECT_TRUE(report.is_certified);
    EXPECT_EQ(expected, report.decision.anomalies.empty());
    return true;
  }
};

// Contestants take turns with formulations and pruning, so that a history costs each of them one solving; or
// all go all ways.
TEST_P(BackendHistories, AllAgreeWithTheOracle) {
  const std::vector<Way> ways = all_ways();
  const std::uint64_t asked = number_from_environment("ISOLDE_BACKEND_HISTORIES", 0);
  const std::uint64_t histories = asked == 0 ? 16 : asked;
  const std::size_t turns = asked == 0 ? 4 : 1;
  std::size_t decided = 0;
  std::size_t undecided = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !HasFailure(); ++i) {
      const History history = random_history(random, GetParam().options);
      const Level level = levels()[random.below(levels().size())].level;
      SCOPED_TRACE(text_of(history) + " at " + std::string(info(level).name));
      const bool expected = satisfies(history, static_cast<OracleLevel>(level));
      for (std::size_t way = i % turns; way < ways.size() && !HasFailure(); way += turns) {
        SCOPED_TRACE(ways[way].name());
        ++(decide(history, level, expected, ways[way]) ? decided : undecided);
      }
    }
  }
  EXPECT_GT(decided, 10 * undecided);
  RecordProperty("decided", std::to_string(decided));
  RecordProperty("undecided", std::to_string(undecided));
  if (asked != 0)
    std::printf("%s: %zu verdicts as the oracle's, %zu left open\n", GetParam().name.c_str(), decided,
                undecided);
}

INSTANTIATE_TEST_SUITE_P(Mixes, BackendHistories, testing::ValuesIn(all_mixes()),
                         [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace isolde
