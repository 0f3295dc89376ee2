// The oracle's hand-written cases, decided by the pipeline.
#include "tests/oracle/cases.hpp"

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
        const Verdict verdict = check(history, options).decision.verdict;
        const bool expected = expects(each, static_cast<OracleLevel>(level.level));
        EXPECT_EQ(verdict, expected ? Verdict::kAccept : Verdict::kReject) << level.name;
      }
    }
  }
}

TEST(Cases, ItemCasesAreDecidedAsWritten) { decide_all(item_cases()); }
TEST(Cases, PredicateCasesAreDecidedAsWritten) { decide_all(predicate_cases()); }

}  // namespace
}  // namespace isolde
