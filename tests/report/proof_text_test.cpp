// Proofs by cases as people read them, and anomalies as pictures.
#include "report/story/proof_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certify/report_data.hpp"
#include "report/dot.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Kind = Assumption::Kind;

class ProofText : public testing::Test {
 protected:
  static Dependency edge(std::size_t from, DependencyKind kind, std::size_t to, std::size_t key = 0) {
    return {TxnId(from), TxnId(to), kind, KeyId(key), kInitial, DependencyReason::kVersionFollows, {}};
  }
  static ProofStep order(std::size_t a, std::size_t b, std::size_t key = 0) {
    return {{{Kind::kOrder, KeyId(key), TxnId(a), TxnId(b)}, {Kind::kOrder, KeyId(key), TxnId(b), TxnId(a)}},
            {}};
  }
  static ProofStep leaf(std::size_t a, std::size_t b) {
    return {{}, {edge(a, DependencyKind::kWw, b), edge(b, DependencyKind::kRw, a)}};
  }
  static Decision decision(Proof proof) {
    Decision out{.verdict = Verdict::kReject,
                 .level = Level::kSnapshotIsolation,
                 .reason = {},
                 .anomalies = {},
                 .schedule = {},
                 .notes = {}};
    Anomaly anomaly;
    anomaly.name = "lost update";
    anomaly.transactions = {TxnId(0), TxnId(1)};
    anomaly.cycle = proof.back().cycle;
    anomaly.proof = std::move(proof);
    out.anomalies.push_back(std::move(anomaly));
    return out;
  }
  [[nodiscard]] std::vector<std::string> lines(const Proof& proof, std::size_t most = 50) const {
    std::vector<std::string> out;
    const LevelInfo& level = info(Level::kSerializable);
    for (const StoryLine& line : story_lines(history_, level, story_of(history_, level, proof), most))
      out.push_back(line.to_string());
    return out;
  }

  const History history_ = history_of("a: r x nil, w x 1; b: r x nil, w x 2; c: r x nil, w x 3");
};

// Both alternatives fail at once, so that none of them is a case: the last one is what is left.
TEST_F(ProofText, AlternativesThatFailAtOnceAreNoCases) {
  EXPECT_THAT(
      lines({order(0, 1), leaf(0, 1), leaf(1, 0)}),
      ElementsAre("ww   T1 writes x before T0, or T1 would have read T0's 1",
                  "rw   T0 reads the initial x = nothing, which T1 replaces by 2, so T0 comes before T1"));
}

TEST_F(ProofText, EitherOrIsForWhatIsLeft) {
  const Proof deep{order(0, 1), leaf(0, 1), leaf(1, 0)};
  Proof proof{order(0, 2)};
  for (int i = 0; i < 2; ++i) proof.insert(proof.end(), deep.begin(), deep.end());
  const std::vector<std::string> all = lines(proof);
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all[0], "Either T0 writes x before T2:");
  EXPECT_EQ(all[1], "  ww   T1 writes x before T0, or T1 would have read T0's 1");
  EXPECT_EQ(all[3], "Or T2 writes x before T0:");
}

TEST_F(ProofText, WhatFollowsAtOnceIsAFactWithItsReason) {
  const Proof proof{order(0, 2), order(0, 1), leaf(0, 1), leaf(1, 0), leaf(2, 0)};
  EXPECT_THAT(
      lines(proof),
      ElementsAre("ww   T0 writes x before T2, or T0 would have read T2's 3",
                  "ww   T1 writes x before T0, or T1 would have read T0's 1",
                  "rw   T0 reads the initial x = nothing, which T1 replaces by 2, so T0 comes before T1"));
}

TEST_F(ProofText, IsBounded) {
  Proof proof;
  for (int i = 0; i < 5000; ++i) proof.push_back(order(0, 1));
  for (int i = 0; i < 5001; ++i) proof.push_back(leaf(0, 1));
  const std::vector<std::string> all = lines(proof, 20);
  EXPECT_EQ(all.size(), 21U);
  EXPECT_THAT(all.back(), HasSubstr("lines more)"));
}

TEST_F(ProofText, IsPartOfTheReports) {
  ReportData report;
  report.decision = decision({order(0, 1), leaf(0, 1), leaf(1, 0)});
  report.decision.level = Level::kSerializable;
  for (ProofStep& step : report.decision.anomalies[0].proof)
    for (Dependency& each : step.cycle) each.value = {};  // so that no sentence says it all
  EXPECT_THAT(text_report(history_, report, {}), HasSubstr("    Each comes before the other.\n"));
  const std::string json = json_report(history_, report);
  EXPECT_THAT(json, HasSubstr("\"proof\""));
  EXPECT_THAT(json, HasSubstr("\"either\""));
  EXPECT_THAT(json, HasSubstr("\"story\""));
  EXPECT_THAT(json, HasSubstr("\"derived\": true"));
  report.decision = decision({leaf(0, 1)});
  EXPECT_THAT(text_report(history_, report, {}), HasSubstr("No order satisfies all of these."));
}

TEST_F(ProofText, TwoNodeSchedulesArePartOfTheJson) {
  ReportData report;
  report.decision = {.verdict = Verdict::kAccept,
                     .level = Level::kSnapshotIsolation,
                     .reason = {},
                     .anomalies = {},
                     .schedule = {{TxnId(0), EventKind::kBegin}, {TxnId(0), EventKind::kCommit}},
                     .notes = {}};
  EXPECT_THAT(json_report(history_, report), HasSubstr("\"b0\""));
}

TEST_F(ProofText, DotShowsTheCycleAndNothingThatWasRefuted) {
  const std::string dot = dot_report(history_, decision({order(0, 1), leaf(0, 1), leaf(1, 0)}));
  EXPECT_THAT(dot, HasSubstr("t0 [label=\"T0\\nreads x = nothing\\nwrites x = 1\"];"));
  EXPECT_THAT(dot, HasSubstr("t1 -> t0 [label=\"ww x\", color=red, penwidth=2];"));
  EXPECT_THAT(dot, HasSubstr("t0 -> t1 [label=\"rw x\", color=red, penwidth=2];"));
  EXPECT_EQ(std::count(dot.begin(), dot.end(), '>'), 2);
}

TEST_F(ProofText, DotDrawsOtherCasesPale) {
  const Proof one{order(0, 2), leaf(0, 2), leaf(2, 0)};
  const Proof two{order(0, 1), leaf(0, 1), leaf(1, 0)};
  Proof proof{order(1, 2)};
  proof.insert(proof.end(), one.begin(), one.end());
  proof.insert(proof.end(), two.begin(), two.end());
  const std::string dot = dot_report(history_, decision(proof));
  EXPECT_THAT(dot, HasSubstr("t1 -> t0 [label=\"ww x\", color=red, penwidth=2];"));
  EXPECT_THAT(dot, HasSubstr("t2 -> t0 [label=\"ww x\", style=dashed, color=grey, fontcolor=grey];"));
  EXPECT_THAT(dot, Not(HasSubstr("t0 -> t2 [label=\"ww x\"")));
}

}  // namespace
}  // namespace isolde
