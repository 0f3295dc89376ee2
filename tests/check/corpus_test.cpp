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
#include "check/some_initials.hpp"
#include "frontends/formats/formats.hpp"
#include "history/findings/validation.hpp"
#include "history/initial_values.hpp"
#include "history/writers.hpp"

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

std::vector<std::filesystem::path> case_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(corpus() / "cases"))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// "" if `decide` agrees with all that the member `name` of the case says, else what does not.
template <class Decide>
std::string disagreement(const std::filesystem::path& file, const char* name, std::size_t& compared,
                         Decide&& decide) {
  const nlohmann::json described = nlohmann::json::parse(std::ifstream(file));
  if (!described.contains(name) || file.stem() == kOtherRule) return "";
  Result<History> history = read_history(file.string());
  if (!history) return history.error().to_string();
  for (const TruthField& field : kTruths) {
    const nlohmann::json& truth = described[name];
    if (!truth.contains(field.name) || !truth[field.name].is_boolean()) continue;
    const Verdict expected = truth[field.name].template get<bool>() ? Verdict::kAccept : Verdict::kReject;
    const Verdict actual = decide(*history, field.level);
    ++compared;
    if (actual != expected)
      return file.filename().string() + ": " + field.name + " is " + std::string(name_of(actual));
  }
  return "";
}

TEST(Corpus, EveryCaseHasTheVerdictOfItsTruth) {
  if (!std::filesystem::is_directory(corpus() / "cases")) GTEST_SKIP() << "no corpus at " << corpus();
  std::size_t compared = 0;
  for (const auto& file : case_files())
    EXPECT_EQ(
        disagreement(file, "truth", compared,
                     [](const History& history, Level level) { return decide_log(history, level, 20); }),
        "");
  EXPECT_GT(compared, 1500U);
}

// Keys of which a committed transaction shows what nobody wrote.
std::vector<KeyId> keys_of_garbage(const History& history) {
  std::vector<KeyId> keys;
  for (const Finding& finding : validate(history, WriterIndex(history)))
    if (finding.kind == FindingKind::kGarbageRead) keys.push_back(finding.key);
  return keys;
}

Verdict decide_with_free_initials(const History& history, Level level) {
  History free = history;
  for (const KeyId key : keys_of_garbage(history)) InitialValues(free).forget(key);
  CheckOptions options;
  options.level = level;
  options.limits.seconds = 20;
  const ReportData report = check_with_some_initials(free, options);
  EXPECT_FALSE(report.rests_on_initials);
  return report.decision.verdict;
}

TEST(Corpus, CasesWhoseInitialValuesAreFreeHaveTheVerdictOfThatTruth) {
  if (!std::filesystem::is_directory(corpus() / "cases")) GTEST_SKIP() << "no corpus at " << corpus();
  std::size_t compared = 0;
  for (const auto& file : case_files())
    EXPECT_EQ(disagreement(file, "truth_if_initial_values_are_free", compared, decide_with_free_initials),
              "");
  EXPECT_GT(compared, 60U);
}

// Where the accounts of Jepsen's banks begin stands in no history.
TEST(Corpus, ValidBanksHold) {
  if (!std::filesystem::is_directory(corpus() / "cases")) GTEST_SKIP() << "no corpus at " << corpus();
  for (const char* name : {"ellecli-bank-edn", "ellecli-bank-json", "ellecli-bank-neg"}) {
    for (const LevelInfo& level : levels()) {
      Result<History> history = read_history((corpus() / "cases" / name).string() + ".json");
      ASSERT_TRUE(history) << history.error().to_string();
      CheckOptions options;
      options.level = level.level;
      options.limits.seconds = 60;
      const ReportData report = check_with_some_initials(*history, options);
      EXPECT_EQ(report.decision.verdict, Verdict::kAccept) << name << " " << level.name;
      EXPECT_TRUE(report.is_certified) << name << " " << level.name;
      EXPECT_EQ(report.assumptions.size(), 1U);
    }
  }
}

// It has reads whose totals differ.
TEST(Corpus, ABankThatLosesMoneyIsRejectedWhateverItBeganWith) {
  const std::filesystem::path file = corpus() / "cases" / "ellecli-bank-tidb.json";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no corpus at " << corpus();
  Result<History> history = read_history(file.string());
  ASSERT_TRUE(history) << history.error().to_string();
  CheckOptions options;
  options.level = Level::kStrictSerializable;
  options.limits.seconds = 60;
  const ReportData report = check_with_some_initials(*history, options);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_FALSE(report.rests_on_initials);
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
  for (const Anomaly& anomaly : decision.anomalies) EXPECT_EQ(anomaly.name, "garbage read");
}

}  // namespace
}  // namespace isolde
