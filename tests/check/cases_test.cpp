// The oracle's hand-written cases, decided by the pipeline.
#include "tests/oracle/cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

void decide_all(const std::vector<CaseGroup>& groups) {
  for (const CaseGroup& group : groups) {
    for (const VerdictCase& each : group.cases) {
      SCOPED_TRACE(group.name + ": " + each.name + ": " + each.history);
      const History history = history_of(each.history);
      for (const LevelInfo& level : levels()) {
        CheckOptions options;
        options.level = level.level;
        const ReportData report = check(history, options);
        const bool expected = expects(each, static_cast<OracleLevel>(level.level));
        EXPECT_EQ(report.decision.verdict, expected ? Verdict::kAccept : Verdict::kReject) << level.name;
        EXPECT_TRUE(report.is_certified) << level.name;
        if (expected || each.anomalies.empty()) continue;
        ASSERT_FALSE(report.decision.anomalies.empty());
        EXPECT_THAT(each.anomalies, testing::Contains(report.decision.anomalies.front().name)) << level.name;
      }
    }
  }
}

TEST(Cases, ItemCasesAreDecidedAsWritten) { decide_all(item_cases()); }
TEST(Cases, PredicateCasesAreDecidedAsWritten) { decide_all(predicate_cases()); }
TEST(Cases, PaperCasesAreDecidedAsWritten) { decide_all(paper_cases()); }

}  // namespace
}  // namespace isolde
