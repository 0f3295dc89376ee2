// Real histories with known verdicts (ISOLDE_CORPUS, or ../shared/corpus beside the checkout): every small
// case whose truth was found by brute force, and all logs.
#include "tests/oracle/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "frontends/formats/formats.hpp"

namespace isolde {
namespace {

Verdict decide_log(const History& history, Level level, double seconds) {
  CheckOptions options;
  options.level = level;
  options.limits.seconds = seconds;
  return check(history, options).decision.verdict;
}

struct TruthField {
  const char* name;
  Level level;
};
constexpr TruthField kTruths[] = {{"ser", Level::kSerializable},
                                  {"ssser", Level::kStrongSessionSerializable},
                                  {"strict", Level::kStrictSerializable},
                                  {"si", Level::kSnapshotIsolation},
                                  {"sssi", Level::kStrongSessionSnapshotIsolation},
                                  {"strongsi", Level::kStrongSnapshotIsolation},
                                  {"pc_so", Level::kPrefixConsistency}};

// There the truth lets an indeterminate transaction precede what follows in its session; ours precedes
// nobody.
constexpr const char* kOtherRule = "elle-la-graph-info-nil-read-tells-nothing";

// "" if all agrees, else what does not.
std::string disagreement(const std::filesystem::path& file, std::size_t& compared) {
  const nlohmann::json described = nlohmann::json::parse(std::ifstream(file));
  if (!described.contains("truth") || file.stem() == kOtherRule) return "";
  const Result<History> history = read_history(file.string());
  if (!history) return history.error().to_string();
  for (const TruthField& field : kTruths) {
    const nlohmann::json& truth = described["truth"];
    if (!truth.contains(field.name) || !truth[field.name].is_boolean()) continue;
    const Verdict expected = truth[field.name].get<bool>() ? Verdict::kAccept : Verdict::kReject;
    const Verdict actual = decide_log(*history, field.level, 20);
    ++compared;
    if (actual != expected)
      return file.filename().string() + ": " + field.name + " is " + std::string(name_of(actual));
  }
  return "";
}

TEST(Corpus, EveryCaseHasTheVerdictOfItsTruth) {
  const std::filesystem::path cases = corpus() / "cases";
  if (!std::filesystem::is_directory(cases)) GTEST_SKIP() << "no corpus at " << cases;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(cases)) files.push_back(entry.path());
  std::ranges::sort(files);
  std::size_t compared = 0;
  for (const auto& file : files) EXPECT_EQ(disagreement(file, compared), "");
  EXPECT_GT(compared, 1500U);
}

struct Log {
  const char* name;
  Verdict serializable;              // with session order
  std::optional<Verdict> snapshots;  // the same; none: nobody says
};
constexpr Verdict kYes = Verdict::kAccept;
constexpr Verdict kNo = Verdict::kReject;
constexpr Log kLogs[] = {{"chengRW-100", kYes, kYes},    {"chengRW-1000", kYes, kYes},
                         {"chengRW-4000", kYes, kYes},   {"chengRW-10000", kYes, kYes},
                         {"chengRW-100000", kYes, kYes}, {"chengRM-10000", kYes, kYes},
                         {"twitter-10000", kYes, kYes},  {"cock-G2", kNo, kYes},
                         {"cock-blog", kNo, kNo},        {"yuga-G2-c", kNo, std::nullopt}};

void PrintTo(const Log& log, std::ostream* out) { *out << log.name; }

class CobraLog : public testing::TestWithParam<Log> {};

TEST_P(CobraLog, HasItsVerdictsAndTheirProofs) {
  const Log& log = GetParam();
  const std::filesystem::path path = corpus() / "cobra" / log.name;
  if (!std::filesystem::is_directory(path)) GTEST_SKIP() << "no corpus at " << path;
  const Result<History> history = read_history(path.string());
  ASSERT_TRUE(history) << history.error().to_string();
  const auto expect = [&](Level level, std::optional<Verdict> expected) {
    CheckOptions options;
    options.level = level;
    options.limits.seconds = 60;
    const ReportData report = check(*history, options);
    if (expected) {
      EXPECT_EQ(name_of(report.decision.verdict), name_of(*expected)) << report.decision.reason;
    }
    EXPECT_TRUE(report.is_certified) << info(level).name;
    RecordProperty(std::string(info(level).name), std::string(name_of(report.decision.verdict)));
  };
  expect(Level::kStrongSessionSerializable, log.serializable);
  expect(Level::kStrongSessionSnapshotIsolation, log.snapshots);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CobraLog, testing::ValuesIn(kLogs), [](const auto& log) {
  std::string name = log.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Corpus, LogsThatNeedNoSearchAreRejected) {
  const std::filesystem::path log = corpus() / "cobra" / "cock-blog";
  if (!std::filesystem::is_directory(log)) GTEST_SKIP() << "no corpus at " << log;
  const Result<History> history = read_history(log.string());
  ASSERT_TRUE(history) << history.error().to_string();
  CheckOptions options;
  options.level = Level::kStrongSessionSerializable;
  const Decision decision = check(*history, options).decision;
  EXPECT_EQ(decision.verdict, Verdict::kReject);
  EXPECT_EQ(decision.anomalies.size(), 8U);
  for (const Anomaly& anomaly : decision.anomalies) EXPECT_EQ(anomaly.name, "garbage-read");
}

}  // namespace
}  // namespace isolde
