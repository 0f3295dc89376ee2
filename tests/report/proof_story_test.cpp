// Stories of random violations: each is a proof again if it is read step by step, and nothing is used before
// it is told.
#include "report/story/proof_story.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "check/check.hpp"
#include "report/dot.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/mixes.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

// The facts in the order in which they are told, each with its failed alternatives, then how it ends.
void read_as_proof(const Story& story, Proof& proof) {
  for (const StoryStep& step : story.steps) {
    if (!step.derived) continue;
    ProofStep split;
    for (const FailedAlternative& failed : step.derived->failed)
      split.alternatives.push_back(failed.assumption);
    split.alternatives.push_back(step.derived->holds);
    proof.push_back(std::move(split));
    for (const FailedAlternative& failed : step.derived->failed) proof.push_back({{}, failed.cycle});
  }
  if (story.cases.empty()) return proof.push_back({{}, story.cycle});
  ProofStep split;
  for (const StoryCase& each : story.cases) split.alternatives.push_back(each.assumption);
  proof.push_back(std::move(split));
  for (const StoryCase& each : story.cases) read_as_proof(each.story, proof);
}

using Edge = std::tuple<DependencyKind, KeyId, TxnId, TxnId>;
Edge edge_of(const Dependency& each) { return {each.kind, each.key, each.from, each.to}; }

void add_told(const Assumption& fact, std::set<Edge>& told) {
  if (fact.kind == Assumption::Kind::kOrder)
    told.insert({DependencyKind::kWw, fact.key, fact.first, fact.second});
  if (fact.kind == Assumption::Kind::kReadsFrom)
    told.insert({DependencyKind::kWr, fact.key, fact.second, fact.first});
}

// What is known is told once, and all of the cycle where it ends was told.
void expect_told(const Story& story, std::set<Edge> told) {
  for (const StoryStep& step : story.steps) {
    for (const Dependency& each : step.known) EXPECT_TRUE(told.insert(edge_of(each)).second);
    if (!step.derived) continue;
    for (const FailedAlternative& failed : step.derived->failed)
      for (const Dependency& each : premises(failed)) EXPECT_TRUE(told.contains(edge_of(each)));
    add_told(step.derived->holds, told);
  }
  EXPECT_NE(story.cycle.empty(), story.cases.empty());
  for (const Dependency& each : story.cycle) EXPECT_TRUE(told.contains(edge_of(each)));
  for (const StoryCase& each : story.cases) {
    std::set<Edge> here = told;
    add_told(each.assumption, here);
    expect_told(each.story, here);
  }
}

TEST(ProofStory, IsAProofThatUsesNothingBeforeItIsTold) {
  std::size_t stories = 0;
  std::size_t with_facts = 0;
  const std::size_t count = number_from_environment("ISOLDE_HISTORIES", 150);
  for (const Mix& mix : mixes()) {
    Random random(11);
    for (std::size_t i = 0; i < count; ++i) {
      const History history = random_history(random, mix.options);
      for (const LevelInfo& level : levels()) {
        CheckOptions options;
        options.level = level.level;
        const ReportData report = check(history, options);
        if (report.decision.verdict != Verdict::kReject) continue;
        SCOPED_TRACE(std::string(level.name) + ": " + text_of(history));
        EXPECT_FALSE(text_report(history, report, {}).empty());
        EXPECT_FALSE(json_report(history, report).empty());
        EXPECT_FALSE(dot_report(history, report.decision).empty());
        const Anomaly& anomaly = report.decision.anomalies.front();
        if (anomaly.proof.empty()) continue;
        const Story story = story_of(history, level, anomaly);
        expect_told(story, {});
        Proof proof;
        read_as_proof(story, proof);
        const VerifyResult result = verify(history, {level.level, 0, RejectCertificate{{}, proof}});
        EXPECT_TRUE(result.holds) << result.reason;
        ++stories;
        with_facts += anomaly.proof.size() > 1 ? 1 : 0;
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(stories, 300U);
  EXPECT_GT(with_facts, 50U);
}

}  // namespace
}  // namespace isolde
