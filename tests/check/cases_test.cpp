// The oracle's hand-written cases, each a test of its own: decided by the pipeline as it comes, by search,
// and by every solver on the polygraph, at every level; certified, and called by their names.
#include "tests/oracle/cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "laboratory/laboratory.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

struct NamedOptions {
  std::string name;
  CheckOptions options;
};

// The pipeline as it comes, and without executing; search, where it can.
std::vector<NamedOptions> own_ways() {
  std::vector<NamedOptions> ways(3);
  ways[0].name = "default";
  ways[1].name = "search";
  ways[1].options.solver = Solver::kSearch;
  ways[2].name = "listing";
  ways[2].options.guess = false;
  return ways;
}

// Each solver that was built in, with each encoding, on the polygraph of the whole history.
std::vector<NamedOptions> ways_of_solvers() {
  std::vector<NamedOptions> ways;
  for (const Contestant& contestant : available_contestants()) {
    NamedOptions& way = ways.emplace_back();
    way.name = contestant.name();
    way.options.solver = contestant.solver;
    way.options.encoding = contestant.encoding;
    way.options.guess = false;
  }
  return ways;
}

void expect_names(const VerdictCase& each, const std::vector<Anomaly>& anomalies) {
  std::vector<std::string> names;
  for (const Anomaly& anomaly : anomalies) names.push_back(anomaly.name);
  ASSERT_FALSE(names.empty());
  if (!each.anomalies.empty()) {
    EXPECT_THAT(each.anomalies, testing::Contains(names.front()));
  }
  for (const std::string& name : each.also) EXPECT_THAT(names, testing::Contains(name));
}

void decide(const VerdictCase& each, const std::vector<NamedOptions>& ways) {
  const History history = history_of(each.history);
  for (const LevelInfo& level : levels()) {
    const bool expected = expects(each, static_cast<OracleLevel>(level.level));
    for (const NamedOptions& way : ways) {
      CheckOptions options = way.options;
      if (options.solver == Solver::kSearch && !level.one_node) continue;
      options.level = level.level;
      SCOPED_TRACE(each.history + " at " + std::string(level.name) + " by " + way.name);
      const ReportData report = check(history, options);
      EXPECT_EQ(report.decision.verdict, expected ? Verdict::kAccept : Verdict::kReject)
          << report.decision.reason;
      EXPECT_TRUE(report.is_certified);
      if (!expected) expect_names(each, report.decision.anomalies);
    }
  }
}

class Cases : public testing::TestWithParam<NamedCase> {};
class PaperCases : public Cases {};

TEST_P(Cases, IsDecidedAsWritten) { decide(GetParam().verdicts, own_ways()); }
TEST_P(PaperCases, IsDecidedAsWrittenByEverySolver) { decide(GetParam().verdicts, ways_of_solvers()); }

const auto kName = [](const auto& each) { return each.param.test_name; };
INSTANTIATE_TEST_SUITE_P(Items, Cases, testing::ValuesIn(one_by_one(item_cases())), kName);
INSTANTIATE_TEST_SUITE_P(Predicates, Cases, testing::ValuesIn(one_by_one(predicate_cases())), kName);
INSTANTIATE_TEST_SUITE_P(Papers, Cases, testing::ValuesIn(one_by_one(paper_cases())), kName);
INSTANTIATE_TEST_SUITE_P(Papers, PaperCases, testing::ValuesIn(one_by_one(paper_cases())), kName);

}  // namespace
}  // namespace isolde
