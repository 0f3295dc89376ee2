// Proofs by cases as people read them, and anomalies as pictures.
#include "report/proof_text.hpp"

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
using Kind = Assumption::Kind;

class ProofText : public testing::Test {
 protected:
  static Dependency edge(std::size_t from, DependencyKind kind, std::size_t to) {
    return {TxnId(from), TxnId(to), kind, KeyId(0), {}, DependencyReason::kVersionFollows, {}};
  }
  static ProofStep order(std::size_t a, std::size_t b) {
    return {{{Kind::kOrder, KeyId(0), TxnId(a), TxnId(b)}, {Kind::kOrder, KeyId(0), TxnId(b), TxnId(a)}}, {}};
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

  const History history_ = history_of("a: r x nil, w x 1; b: r x nil, w x 2; c: r x nil, w x \"3\"");
};

TEST_F(ProofText, EitherOr) {
  EXPECT_THAT(
      proof_lines(history_, {order(0, 1), leaf(0, 1), leaf(1, 0)}, 50),
      ElementsAre("Either T0 writes x before T1:", "  ww   T0 writes x before T1 does, so T0 comes before T1",
                  "  rw   T1 reads the initial x = nothing, before T0 leaves 1, so T1 comes before T0",
                  "Or T1 writes x before T0:", "  ww   T1 writes x before T0 does, so T1 comes before T0",
                  "  rw   T0 reads the initial x = nothing, before T1 leaves 2, so T0 comes before T1"));
}

TEST_F(ProofText, ForcedOrdersComeFirst) {
  const Proof proof{order(0, 2), order(0, 1), leaf(0, 1), leaf(1, 0), leaf(2, 0)};
  const std::vector<std::string> lines = proof_lines(history_, proof, 50);
  ASSERT_EQ(lines.size(), 9U);
  EXPECT_EQ(lines[0], "T0 writes x before T2, for otherwise:");
  EXPECT_EQ(lines[1], "  ww   T2 writes x before T0 does, so T2 comes before T0");
  EXPECT_EQ(lines[3], "Either T0 writes x before T1:");
}

TEST_F(ProofText, IsBounded) {
  Proof proof;
  for (int i = 0; i < 5000; ++i) proof.push_back(order(0, 1));
  for (int i = 0; i < 5001; ++i) proof.push_back(leaf(0, 1));
  const std::vector<std::string> lines = proof_lines(history_, proof, 20);
  EXPECT_EQ(lines.size(), 21U);
  EXPECT_EQ(lines.back(), "... (10001 steps in all)");
}

TEST_F(ProofText, IsPartOfTheReports) {
  ReportData report;
  report.decision = decision({order(0, 1), leaf(0, 1), leaf(1, 0)});
  EXPECT_THAT(text_report(history_, report, {}), HasSubstr("    Or T1 writes x before T0:\n"));
  const std::string json = json_report(history_, report);
  EXPECT_THAT(json, HasSubstr("\"proof\""));
  EXPECT_THAT(json, HasSubstr("\"either\""));
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

TEST_F(ProofText, Dot) {
  const std::string dot = dot_report(history_, decision({order(0, 1), leaf(0, 1), leaf(1, 0)}));
  EXPECT_THAT(dot, HasSubstr("t0 [label=\"T0\\nreads x = nothing\\nwrites x = 1\"];"));
  EXPECT_THAT(dot, HasSubstr("t0 -> t1 [label=\"ww x\", style=dashed];"));
  EXPECT_THAT(dot, HasSubstr("t1 -> t0 [label=\"rw x\"];"));
  EXPECT_EQ(std::count(dot.begin(), dot.end(), '>'), 4);
}

}  // namespace
}  // namespace isolde
