// However long the history's texts, transactions and cycles are: a person reads a page, a machine everything.
#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "certify/report_data.hpp"
#include "check/check.hpp"
#include "report/dot.hpp"
#include "report/json.hpp"
#include "report/story/cycle_steps.hpp"
#include "report/story/proof_story.hpp"
#include "report/story/proof_text.hpp"
#include "report/text.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kLongestLine = 1500;  // bytes
constexpr std::size_t kLongestLabel = 16'000;

ReportData checked(const History& history, Level level = Level::kSerializable) {
  CheckOptions options;
  options.level = level;
  return check(history, options);
}

void expect_bounded(const std::string& text, std::size_t most_lines) {
  std::istringstream in(text);
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line); ++lines) EXPECT_LE(line.size(), kLongestLine) << line;
  EXPECT_LE(lines, most_lines) << text;
}

void expect_drawable(const std::string& dot) {
  std::istringstream in(dot);
  for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), kLongestLabel);
}

Dependency rt(std::size_t from, std::size_t to) {
  return {TxnId(from), TxnId(to), DependencyKind::kRt, {}, {}, DependencyReason::kOrdered, {}};
}

TEST(BoundedReport, AChainOfRealTimeIsOneLine) {
  std::string text = "s [0,1]: w x 1";
  std::vector<Dependency> cycle;
  for (std::size_t i = 1; i <= 120; ++i) {
    text +=
        "; s [" + std::to_string(10 * i) + "," + std::to_string(10 * i + 1) + "]: w y " + std::to_string(i);
    cycle.push_back(rt(i - 1, i));
  }
  const History history = history_of(text);
  const auto lines = [&] {
    std::vector<std::string> out;
    const LevelInfo& level = info(Level::kStrictSerializable);
    for (const StoryLine& line :
         story_lines(history, level, story_of(history, level, Proof{{{}, cycle}}), 50))
      out.push_back(line.to_string());
    return out;
  };
  EXPECT_THAT(lines(),
              ElementsAre("rt   T0 ended at 1, before T120 started at 1200, so T0 comes before T120"));
  for (Dependency& edge : cycle) edge.kind = DependencyKind::kSo;
  EXPECT_THAT(lines(), ElementsAre("so   T0 precedes T120 in their session, so T0 comes before T120"));
}

TEST(BoundedReport, LongTransactionsShowWhatMatters) {
  std::string text = "init x 0; a: ";
  for (int i = 0; i < 400; ++i) text += "r y" + std::to_string(i) + " nil, ";
  text += "r x 0, w x 1; b: r x 0, w x 2";
  const History history = history_of(text);
  const ReportData report = checked(history);
  const std::string words = text_report(history, report, {});
  EXPECT_THAT(words, HasSubstr("T0 reads x = 0; writes x = 1; and 400 more ("));
  EXPECT_THAT(dot_report(history, report.decision),
              HasSubstr("T0\\nreads x = 0\\nwrites x = 1\\nand 400 more"));
  expect_bounded(words, 20);
}

TEST(BoundedReport, ManyRowsShowThoseThatMatter) {
  std::string text = "init z 7";
  for (int i = 0; i < 900; ++i) text += "; init k" + std::to_string(i) + " 5";
  text += "; a: pr 'value > 0' {";
  for (int i = 0; i < 900; ++i) text += "k" + std::to_string(i) + "=5 ";
  text += "z=7}, w z 8; b: r z 7, w z 9";
  const History history = history_of(text);
  const ReportData report = checked(history);
  ASSERT_EQ(report.decision.verdict, Verdict::kReject);
  const std::string words = text_report(history, report, {});
  EXPECT_THAT(words, HasSubstr("z = 7 and 893 more; writes z = 8"));
  expect_bounded(words, 20);
  expect_drawable(dot_report(history, report.decision));
}

TEST(BoundedReport, LongValuesAndKeys) {
  const std::string value(25'000, 'v');
  const std::string key(3'000, 'k');
  std::string text = "init " + key + " 0; a: r " + key + " 0, w " + key + " " + value + "; b: r " + key +
                     " 0, w " + key + " 2";
  const History history = history_of(text);
  const ReportData report = checked(history);
  ASSERT_EQ(report.decision.verdict, Verdict::kReject);
  expect_bounded(text_report(history, report, {}), 20);
  expect_drawable(dot_report(history, report.decision));
  EXPECT_THAT(json_report(history, report), HasSubstr(value));
}

TEST(BoundedReport, MachinesGetEveryStep) {
  std::string text = "s [0,1]: w x 1";
  Anomaly anomaly;
  for (std::size_t i = 1; i <= 50; ++i) {
    text +=
        "; s [" + std::to_string(10 * i) + "," + std::to_string(10 * i + 1) + "]: w y " + std::to_string(i);
    anomaly.cycle.push_back(rt(i - 1, i));
    anomaly.transactions.push_back(TxnId(i));
  }
  anomaly.name = "G-single-realtime";
  ReportData report;
  report.decision.verdict = Verdict::kReject;
  report.decision.anomalies.push_back(anomaly);
  const History history = history_of(text);
  const auto json = nlohmann::json::parse(json_report(history, report));
  EXPECT_EQ(json["anomalies"][0]["edges"].size(), 50U);
  EXPECT_THAT(json["anomalies"][0]["meaning"].get<std::string>(), HasSubstr("real time"));
  const std::string dot = dot_report(history, report.decision);
  EXPECT_EQ(std::count(dot.begin(), dot.end(), '>'), 1) << dot;
}

TEST(BoundedReport, MeaningStandsUnderTheNameOnce) {
  const History history = history_of("a: r x 7; b: r x 8");
  const std::string words = text_report(history, checked(history), {});
  EXPECT_THAT(words,
              HasSubstr("  garbage read: T0\n    (a transaction saw a value that no transaction wrote)\n"
                        "    T0 reads x = 7, which no transaction wrote\n"));
  EXPECT_EQ(words.find("(a transaction saw"), words.rfind("(a transaction saw"));
}

TEST(BoundedReport, AnomaliesBeyondAFewAreCounted) {
  std::string text = "a: r x 100";
  for (int i = 101; i < 120; ++i) text += ", r y" + std::to_string(i) + " " + std::to_string(i);
  const History history = history_of(text);
  EXPECT_THAT(text_report(history, checked(history), {}), HasSubstr("  ... and 10 more anomalies\n"));
}

TEST(Ties, AViolationThatRestsOnATieSaysSo) {
  const History tie = history_of("a [0,5]: w x 1; b [5,9]: r x nil");
  const ReportData report = checked(tie, Level::kStrictSerializable);
  EXPECT_THAT(
      text_report(tie, report, {}),
      HasSubstr("    This rests on a tie: T0 ended at the very time at which T1 started, and counts as "
                "over by then. If the clock ticks too rarely to tell, give its tick: --clock-skew 1ms."));
  EXPECT_TRUE(nlohmann::json::parse(json_report(tie, report))["anomalies"][0].contains("ties"));
  const History gap = history_of("a [0,5]: w x 1; b [6,9]: r x nil");
  EXPECT_THAT(text_report(gap, checked(gap, Level::kStrictSerializable), {}), Not(HasSubstr("tie")));
  const History unused = history_of("a [0,5]: r x nil, w x 1; b [0,9]: r x nil, w x 2; c [5,9]: w z 1");
  EXPECT_THAT(text_report(unused, checked(unused, Level::kStrictSerializable), {}), Not(HasSubstr("tie")));
}

}  // namespace
}  // namespace isolde
