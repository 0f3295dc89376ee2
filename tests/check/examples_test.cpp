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

std::string name_of_file(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Examples, testing::ValuesIn(examples()), name_of_file);

}  // namespace
}  // namespace isolde
