// What follows from one level for another, and the table of all levels, against the oracle.
#include <gtest/gtest.h>

#include "check/check_levels.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/oracle_level.hpp"
#include "tests/oracle/random_history.hpp"

namespace isolde {
namespace {

TEST(Levels, TheTableOfAllAgreesWithTheOracle) {
  Random random(11);
  std::size_t implied = 0;
  std::size_t rejected = 0;
  for (const RandomHistoryOptions& options : {registers_mix(), predicates_mix()}) {
    for (int i = 0; i < 200; ++i) {
      const History history = random_history(random, options);
      SCOPED_TRACE(text_of(history));
      for (const LevelVerdict& row : check_levels(history, {}, {.min_transactions = 0})) {
        SCOPED_TRACE(std::string(info(row.level).name));
        ASSERT_EQ(row.verdict == Verdict::kAccept, satisfies(history, oracle_level(row.level))) << row.why;
        implied += row.is_implied ? 1 : 0;
        rejected += row.verdict == Verdict::kReject ? 1 : 0;
      }
    }
  }
  EXPECT_GT(implied, 0U);
  EXPECT_GT(rejected, 0U);
}

TEST(Levels, RealTimeIsAddedWhereALevelHasIt) {
  EXPECT_EQ(with_real_time(Level::kSerializable), Level::kStrictSerializable);
  EXPECT_EQ(with_real_time(Level::kStrongSessionSnapshotIsolation), Level::kStrongSnapshotIsolation);
  EXPECT_EQ(with_real_time(Level::kPrefixConsistency), Level::kPrefixConsistency);
  EXPECT_EQ(with_real_time(Level::kRepeatableRead), Level::kRepeatableRead);
}

// A history whose only serial order goes against time: assuming real time rejects it, and says so.
TEST(Levels, AssumingRealTimeDecidesTheStrictLevel) {
  const History history = history_of("a [1,2]: r x 1; b [3,4]: w x 1");
  CheckOptions options;
  EXPECT_EQ(check(history, options).decision.verdict, Verdict::kAccept);
  options.assume_real_time = true;
  const ReportData report = check(history, options);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_FALSE(report.assumptions.empty());
}

}  // namespace
}  // namespace isolde
