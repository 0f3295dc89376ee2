#include "tests/oracle/cases.hpp"

#include <ostream>

#include <gtest/gtest.h>

#include "tests/oracle/dsl.hpp"

namespace isolde {

// What a failing test prints.
static void PrintTo(const CaseGroup& group, std::ostream* out) { *out << group.name; }

namespace {

class Cases : public testing::TestWithParam<CaseGroup> {};

INSTANTIATE_TEST_SUITE_P(Items, Cases, testing::ValuesIn(item_cases()),
                         [](const auto& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(Predicates, Cases, testing::ValuesIn(predicate_cases()),
                         [](const auto& each) { return each.param.name; });

INSTANTIATE_TEST_SUITE_P(Papers, Cases, testing::ValuesIn(paper_cases()),
                         [](const auto& each) { return each.param.name; });

TEST_P(Cases, AreJudgedAsDerivedOnPaper) {
  for (const VerdictCase& each : GetParam().cases) {
    const History history = history_of(each.history);
    for (const OracleLevel level : kOracleLevels)
      EXPECT_EQ(satisfies(history, level), expects(each, level))
          << name_of(level) << ", " << each.name << ": " << each.history;
  }
}

}  // namespace
}  // namespace isolde
