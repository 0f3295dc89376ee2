#include "tests/oracle/cases.hpp"

#include <gtest/gtest.h>

#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

class Cases : public testing::TestWithParam<NamedCase> {};

const auto kName = [](const auto& each) { return each.param.test_name; };
INSTANTIATE_TEST_SUITE_P(Items, Cases, testing::ValuesIn(one_by_one(item_cases())), kName);
INSTANTIATE_TEST_SUITE_P(Predicates, Cases, testing::ValuesIn(one_by_one(predicate_cases())), kName);
INSTANTIATE_TEST_SUITE_P(Papers, Cases, testing::ValuesIn(one_by_one(paper_cases())), kName);

TEST_P(Cases, IsJudgedAsDerivedOnPaper) {
  const VerdictCase& each = GetParam().verdicts;
  const History history = history_of(each.history);
  for (const OracleLevel level : kOracleLevels)
    EXPECT_EQ(satisfies(history, level), expects(each, level)) << name_of(level) << ": " << each.history;
}

}  // namespace
}  // namespace isolde
