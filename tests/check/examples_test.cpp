// The example histories say what to expect of them, and it is so.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/formats/formats.hpp"
#include "history/spelling.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde {
namespace {

struct Expectation {
  std::string level;
  bool holds;
  std::string anomaly;  // empty: any
};

std::vector<Expectation> expectations_of(const std::filesystem::path& file) {
  static const std::regex line_form(R"(# expect: ([a-z-]+) (holds|violated)(?: \((.*)\))?)");
  std::ifstream in(file);
  std::vector<Expectation> result;
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_match(line, match, line_form)) result.push_back({match[1], match[2] == "holds", match[3]});
  }
  return result;
}

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(ISOLDE_SOURCE_DIR) / "examples"))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class Examples : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Examples, AreDecidedAsTheySay) {
  const Result<History> history = read_history(GetParam().string());
  ASSERT_TRUE(history) << history.error().to_string();
  const std::vector<Expectation> expectations = expectations_of(GetParam());
  ASSERT_FALSE(expectations.empty());
  for (const Expectation& expected : expectations) {
    SCOPED_TRACE(expected.level);
    const std::optional<Level> level = level_named(expected.level);
    ASSERT_TRUE(level);
    CheckOptions options;
    options.level = *level;
    const Decision decision = check(*history, options).decision;
    EXPECT_EQ(decision.verdict, expected.holds ? Verdict::kAccept : Verdict::kReject);
    if (expected.anomaly.empty()) continue;
    ASSERT_FALSE(decision.anomalies.empty());
    EXPECT_EQ(decision.anomalies.front().name, expected.anomaly);
  }
}

// What the transactions did and what keys began with, ids and sessions aside, which formats number anew.
std::vector<std::string> content_of(const History& history) {
  std::vector<std::string> lines;
  for (const TxnId txn : history.transactions()) {
    std::string& line = lines.emplace_back(std::to_string(static_cast<int>(history.status(txn))));
    for (const OpId op : history.operations(txn)) line += "; " + spell_operation(history, op);
  }
  for (std::size_t i = 0; i < history.key_count(); ++i)
    if (const ValueId initial = history.initial_value(KeyId(i)); initial != kInitial)
      lines.push_back(spell_key(history, KeyId(i)) + " = " + spell_value(history, initial));
  std::ranges::sort(lines);
  return lines;
}

std::vector<Verdict> verdicts_of(const History& history) {
  std::vector<Verdict> verdicts;
  for (const LevelInfo& level : levels()) {
    CheckOptions options;
    options.level = level.level;
    verdicts.push_back(check(history, options).decision.verdict);
  }
  return verdicts;
}

// What a format can hold comes back from it, with the same verdicts.
TEST_P(Examples, ComeBackFromEveryFormatThatHoldsThem) {
  const TemporaryDirectory directory;
  const Result<History> history = read_history(GetParam().string());
  ASSERT_TRUE(history) << history.error().to_string();
  for (const FormatInfo& format : formats()) {
    if (!format.writable) continue;
    SCOPED_TRACE(format.name);
    const Result<void> written = write_history(*history, directory.file("h"), format.format);
    if (!written) {
      EXPECT_NE(written.error().message.find("cannot hold"), std::string::npos) << written.error().message;
      continue;
    }
    ReadOptions options;
    options.format = format.format;
    const Result<History> back = read_history(directory.file("h"), options);
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(content_of(*back), content_of(*history));
    const bool keeps_times = format.format == Format::kNative || format.format == Format::kJepsenEdn;
    if (!keeps_times && history->has_times()) continue;
    EXPECT_EQ(verdicts_of(*back), verdicts_of(*history));
  }
}

// All but those with predicates.
TEST(ExampleFiles, AreHeldByJepsenEdn) {
  const TemporaryDirectory directory;
  std::size_t held = 0;
  for (const std::filesystem::path& file : examples()) {
    const Result<History> history = read_history(file.string());
    ASSERT_TRUE(history) << history.error().to_string();
    const Result<void> written = write_history(*history, directory.file("h"), Format::kJepsenEdn);
    if (written)
      ++held;
    else
      EXPECT_NE(written.error().message.find("cannot hold"), std::string::npos) << written.error().message;
  }
  EXPECT_GE(held, 20U);
}

std::string name_of_file(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Examples, testing::ValuesIn(examples()), name_of_file);

// Each proof is found once and verified once, whoever finds it: explaining, or deciding by what something
// stronger refuted.
TEST(ProofsOfExamples, AreFoundOnceAndVerifiedOnce) {
  for (const char* name : {"lost-update.jsonl", "phantom.jsonl"}) {
    SCOPED_TRACE(name);
    const Result<History> history =
        read_history((std::filesystem::path(ISOLDE_SOURCE_DIR) / "examples" / name).string());
    ASSERT_TRUE(history) << history.error().to_string();
    ProofCounts counts;
    CheckOptions options;
    options.proof_counts = &counts;
    const ReportData report = check(*history, options);
    EXPECT_EQ(report.decision.verdict, Verdict::kReject);
    EXPECT_TRUE(report.is_certified);
    EXPECT_EQ(counts.found, 1U);
    EXPECT_EQ(counts.verified, 1U);
  }
}

}  // namespace
}  // namespace isolde
