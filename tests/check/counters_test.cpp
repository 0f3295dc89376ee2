// Counters: what a read says is a sum over who came before, so many can be decided that no list of values
// would.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "check/check.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde {
namespace {

ReportData judge(const History& history, Level level) {
  CheckOptions options;
  options.level = level;
  options.limits.seconds = 30;
  return check(history, options);
}

// One after another, in sessions, without times; `lie` is added to the last read.
History counted(int transactions, std::int64_t smallest, std::int64_t largest, bool has_sessions, int lie) {
  Random random(7);
  std::int64_t count = 0;
  std::string text;
  for (int i = 0; i < transactions; ++i) {
    text += has_sessions ? fmt::format("s{}: ", random.below(8)) : "-: ";
    if (random.chance(0.5)) {
      const std::int64_t by = random.between(smallest, largest);
      count += by;
      text += fmt::format("inc c {}; ", by);
    } else {
      text += fmt::format("r c {}; ", count);
    }
  }
  text += fmt::format("{}: r c {}", has_sessions ? "s0" : "-", count + lie);
  return history_of(text);
}

TEST(Counters, ManyCorrectOnesAreAccepted) {
  for (const Level level : {Level::kStrongSessionSerializable, Level::kSnapshotIsolation}) {
    for (const bool has_sessions : {true, false}) {
      const ReportData report = judge(counted(200, 1, 1, has_sessions, 0), level);
      EXPECT_EQ(report.decision.verdict, Verdict::kAccept) << info(level).name << " " << has_sessions;
      EXPECT_TRUE(report.is_certified);
    }
  }
}

TEST(Counters, ThatGoUpAndDownAreAccepted) {
  const ReportData report = judge(counted(60, -2, 3, true, 0), Level::kStrongSessionSerializable);
  EXPECT_EQ(report.decision.verdict, Verdict::kAccept);
}

// It certainly saw two increments, and shows one.
TEST(Counters, AReadThatShowsLessThanItSawIsProved) {
  const char* text = "a: inc c 1, w x 1; b: inc c 1, w y 1; c: inc c 1; d: r c 1, r x 1, r y 1";
  const History history = history_of(text);
  for (const LevelInfo& level : levels()) {
    const ReportData report = judge(history, level.level);
    const bool holds = satisfies(history, static_cast<OracleLevel>(level.level));
    EXPECT_EQ(report.decision.verdict, holds ? Verdict::kAccept : Verdict::kReject) << level.name;
    EXPECT_TRUE(report.is_certified) << level.name;
  }
}

// If b took effect it would have seen what nobody adds; so it did not, and then the others do not fit.
TEST(Counters, AnImpossibleReadOfAnIndeterminateOneIsProved) {
  const char* text = "a: inc c 1; b unknown: inc c 1, r c -1, inc c 2; d: inc c -1, r c 0; e: inc c 2, r c 1";
  const History history = history_of(text);
  for (const LevelInfo& level : levels()) {
    const ReportData report = judge(history, level.level);
    const bool holds = satisfies(history, static_cast<OracleLevel>(level.level));
    EXPECT_EQ(report.decision.verdict, holds ? Verdict::kAccept : Verdict::kReject) << level.name;
    EXPECT_TRUE(report.is_certified) << level.name;
  }
}

TEST(Counters, SoIsOneOfMany) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += fmt::format("a{}: inc c 1, w x{} 1; ", i, i);
  text += "r: r c 5";
  for (int i = 0; i < 6; ++i) text += fmt::format(", r x{} 1", i);
  const History history = history_of(text);
  for (const LevelInfo& level : levels()) {
    if (!level.first_committer_wins) continue;
    const ReportData report = judge(history, level.level);
    EXPECT_EQ(report.decision.verdict, Verdict::kReject) << level.name;
    EXPECT_TRUE(report.is_certified) << level.name;
  }
}

TEST(Counters, ALateReadOfTooLittleIsProved) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += fmt::format("s{} [{},{}]: inc c 1; ", i % 4, 10 * i, 10 * i + 15);
  text += "late [2000,2001]: r c 70";
  const ReportData report = judge(history_of(text), Level::kStrictSerializable);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_TRUE(report.is_certified);
}

}  // namespace
}  // namespace isolde
