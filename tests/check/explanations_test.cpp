// How long explanations are, and what they say: facts with their reasons, cases only for what is left open.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/plants/plants.hpp"
#include "report/dot.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "tests/oracle/corpus.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

ReportData decide_at(const History& history, Level level) {
  CheckOptions options;
  options.level = level;
  return check(history, options);
}

// What is said about the first anomaly, its heading first, but for the meaning of its name and the
// operations of its transactions.
std::vector<std::string> explanation_of(const History& history, const ReportData& report) {
  const std::string text = text_report(history, report, {});
  std::vector<std::string> lines;
  std::size_t at = text.find("\n\n");
  if (at == std::string::npos) return lines;
  at += 2;
  while (at < text.size() && text[at] != '\n') {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const std::size_t operations =
      std::min<std::size_t>(report.decision.anomalies.front().transactions.size(), 11);
  lines.resize(lines.size() - std::min(operations, lines.size()));
  for (std::string& line : lines) line.erase(0, line.find_first_not_of(' '));
  // What its name means is told of every anomaly of that name.
  std::erase_if(lines, [](const std::string& line) { return line.starts_with('('); });
  return lines;
}

std::vector<std::string> explain_at(std::string_view text, Level level) {
  const History history = history_of(text);
  const ReportData report = decide_at(history, level);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_TRUE(report.is_certified);
  return explanation_of(history, report);
}

constexpr const char* kDirtyWrite = "a: w x 1, w y 1; b: w x 2, w y 2; c: r x 2, r y 1";

TEST(Explanations, DirtyWriteIsFourFactsAndAHeading) {
  EXPECT_THAT(explain_at(kDirtyWrite, Level::kSerializable),
              ElementsAre("G0: T0 and T1, seen by T2",
                          "wr   T2 reads x from T1 and y from T0, so both come before it",
                          "ww   T0 writes x before T1, or T2 would have read T0's 1",
                          "ww   T1 writes y before T0, or T2 would have read T1's 2",
                          "Each comes before the other."));
  for (const LevelInfo& level : levels())
    EXPECT_LE(explain_at(kDirtyWrite, level.level).size(), 6U) << level.name;
}

TEST(Explanations, LostUpdateUnderSnapshotIsolationIsOneSentence) {
  const std::vector<std::string> lines =
      explain_at("init x 100; a: r x 100, w x 110; b: r x 100, w x 120", Level::kSnapshotIsolation);
  ASSERT_LE(lines.size(), 5U);
  EXPECT_EQ(
      lines[1],
      "T0 and T1 both read the initial x = 100 and both replaced it; whichever commits second overwrites a "
      "version that its snapshot did not contain; only the first committer wins.");
  EXPECT_THAT(lines, Contains(HasSubstr("so T0 begins before T1 commits")));
}

TEST(Explanations, LostUpdateOfSomebodysVersionNamesTheWriter) {
  const std::vector<std::string> lines =
      explain_at("a: w x 1; b: r x 1, w x 2; c: r x 1, w x 3", Level::kSerializable);
  ASSERT_LE(lines.size(), 5U);
  EXPECT_EQ(
      lines[1],
      "T1 and T2 both read x = 1 from T0 and both replaced it; whichever comes second should have read what "
      "the first left.");
}

TEST(Explanations, NonRepeatableReadOfTwoWritersIsOneSentence) {
  const std::vector<std::string> lines =
      explain_at("a: w x 1; b: w x 2; c: r x 1, r x 2", Level::kSerializable);
  ASSERT_LE(lines.size(), 5U);
  EXPECT_EQ(lines[1], "T2 reads x = 1 (T0's), then 2 (T1's): no single moment shows both.");
  EXPECT_EQ(lines.back(), "Neither order of T0 and T1 shows both.");
}

// Who read a version and replaced it wrote the next one: the reader of the older version comes before it, and
// no case is needed to say so.
TEST(Explanations, ReadModifyWriteIsTheNextVersion) {
  const History history = history_of("a: w x 1; b: r x 1, w x 2, w y 1; c: r x 1, r y 1");
  const ReportData report = decide_at(history, Level::kSerializable);
  ASSERT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_EQ(report.decision.anomalies.front().proof.size(), 1U);
  EXPECT_TRUE(report.is_certified);
}

constexpr const char* kElleExample =
    "init 253 [1 3 4]; init 255 [2 3 4 5]; init 256 [1 2];"
    "t1: append 250 10, r 253 [1 3 4], r 255 [2 3 4 5], append 256 3; t2: append 255 8, r 253 [1 3 4];"
    "t3: append 256 4, r 255 [2 3 4 5 8], r 256 [1 2 4], r 253 [1 3 4]";

TEST(Explanations, ElleExampleIsThreeFacts) {
  const std::vector<std::string> lines = explain_at(kElleExample, Level::kSerializable);
  EXPECT_THAT(
      lines,
      ElementsAre("G-single: T0, T1 and T2", "T0 comes after T1, but does not see its 8 in 255.",
                  "rw   T0 reads the initial 255 = [2 3 4 5], before T1 appends 8, so T0 comes before T1",
                  "wr   T2 reads 255 = [2 3 4 5 8], to which T1 had appended 8, so T1 comes before T2",
                  "ww   T2 writes 256 before T0, or T2 would have read T0's 3",
                  "No order satisfies all of these."));
}

TEST(Explanations, ElleExampleIsThreeArrows) {
  const History history = history_of(kElleExample);
  const std::string dot = dot_report(history, decide_at(history, Level::kSerializable).decision);
  EXPECT_EQ(std::ranges::count(dot, '>'), 3);
  EXPECT_THAT(dot, Not(HasSubstr("dashed")));
}

TEST(Explanations, ElleExampleOfTheCorpusIsShortAtEveryLevel) {
  const std::filesystem::path file = corpus() / "cases" / "elle-file-paper-example--serializable.json";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no corpus at " << corpus();
  const Result<History> history = read_history(file.string());
  ASSERT_TRUE(history) << history.error().to_string();
  for (const LevelInfo& level : levels()) {
    const ReportData report = decide_at(*history, level.level);
    if (report.decision.verdict == Verdict::kReject) {
      EXPECT_LE(explanation_of(*history, report).size(), 7U) << level.name;
    }
  }
}

// What a list shows of the order of its writers names who saw it.
TEST(Explanations, WhoSawTheOrderOfWritersIsNamed) {
  const std::vector<std::string> lines = explain_at(
      "a: append x 1, append y 2; b: append x 2, append y 1; c: r x [1 2], r y [1 2]", Level::kSerializable);
  EXPECT_EQ(lines[0], "G0: T0 and T1, seen by T2");
  EXPECT_EQ(lines.size(), 4U);
}

// Orders of sessions and real time are part of a reason, not lines of their own.
TEST(Explanations, GivenOrdersArePartOfReasons) {
  EXPECT_THAT(
      explain_at("a [0,1]: w y 2; b [2,3]: w y 1; b [6,7]: r y 2", Level::kStrictSerializable),
      Contains("ww   T1 writes y before T0, or T2, which follows T1 in its session, would have read T1's 1"));
}

// Of several possible writers all but one are excluded in one line.
TEST(Explanations, WritersThatAreOutOfTheQuestionShareALine) {
  const std::vector<std::string> lines = explain_at(
      "a [0,1]: w x 1; b [2,3]: w x 1; c [4,5]: w x 0; d [6,7]: r x 1; e [8,9]: w x 1; f [10,11]: w x 1",
      Level::kStrictSerializable);
  EXPECT_LE(lines.size(), 8U);
  for (const std::string& line : lines) EXPECT_THAT(line, Not(testing::StartsWith("Either")));
}

// The JSON has the same story, and the proof as it is.
TEST(Explanations, JsonHasSummaryStoryAndProof) {
  const History history = history_of(kDirtyWrite);
  const auto json = nlohmann::json::parse(json_report(history, decide_at(history, Level::kSerializable)));
  const auto& anomaly = json["anomalies"][0];
  EXPECT_EQ(anomaly["proof"].size(), 5U);
  ASSERT_EQ(anomaly["story"].size(), 3U);
  EXPECT_EQ(anomaly["story"][0]["derived"], false);
  EXPECT_EQ(anomaly["story"][1]["kind"], "ww");
  EXPECT_EQ(anomaly["story"][1]["derived"], true);
  const History skew = history_of("a: r x nil, r y 1; b: w x 1, w y 1");
  const auto other = nlohmann::json::parse(json_report(skew, decide_at(skew, Level::kSerializable)));
  EXPECT_EQ(other["anomalies"][0]["summary"],
            "T0 reads y = 1, which T1 wrote, but not its x = 1: it sees half of T1.");
}

TEST(Explanations, ExamplesTakeTwelveLinesAtMost) {
  std::size_t seen = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(ISOLDE_SOURCE_DIR) / "examples")) {
    if (entry.path().extension() != ".jsonl") continue;
    const Result<History> history = read_history(entry.path().string());
    ASSERT_TRUE(history) << history.error().to_string();
    for (const LevelInfo& level : levels()) {
      const ReportData report = decide_at(*history, level.level);
      if (report.decision.verdict != Verdict::kReject) continue;
      ++seen;
      EXPECT_LE(explanation_of(*history, report).size(), 12U) << entry.path() << " at " << level.name;
    }
  }
  EXPECT_GT(seen, 50U);
}

// No plant needs a case: everything follows step by step, or is said in a sentence.
TEST(Explanations, PlantsTakeEightLinesAtMostAndNoCases) {
  std::size_t seen = 0;
  for (const plants::PlantInfo& plant : plants::plants()) {
    const History history = history_of(plant.transactions);
    for (const Level level : plants::broken_levels(plant)) {
      SCOPED_TRACE(fmt::format("{} at {}", plant.name, info(level).name));
      const ReportData report = decide_at(history, level);
      ASSERT_EQ(report.decision.verdict, Verdict::kReject);
      const std::vector<std::string> lines = explanation_of(history, report);
      ++seen;
      EXPECT_LE(lines.size(), 8U);
      for (const std::string& line : lines) EXPECT_THAT(line, Not(testing::StartsWith("Either")));
    }
  }
  EXPECT_GT(seen, 300U);
}

TEST(Explanations, WhoDoesNotAskIsToldWhatIsKnown) {
  const History history = history_of(kDirtyWrite);
  CheckOptions options;
  options.explain = false;
  const ReportData report = check(history, options);
  const std::string text = text_report(history, report, {});
  EXPECT_THAT(text, HasSubstr("there is no proof of that: nobody asked for one (--no-explain)"));
  EXPECT_THAT(
      text,
      HasSubstr("violated, too, as more is asked: strong-session-serializable and strict-serializable"));
  EXPECT_THAT(text, HasSubstr("not decided by this, as less is asked: snapshot-isolation"));
  const auto json = nlohmann::json::parse(json_report(history, report));
  EXPECT_EQ(json["anomalies"][0]["why_no_proof"], "nobody asked for one (--no-explain)");
  EXPECT_EQ(json["anomalies"][0]["what_helps"], "to check without --no-explain");
  EXPECT_THAT(json["anomalies"][0]["also_violated"], Contains("strict-serializable"));
}

}  // namespace
}  // namespace isolde
