// The encoder against the oracle: trying every value of every variable must give the oracle's answer, at
// every level. ISOLDE_HISTORIES sets how many random histories, ISOLDE_SEED replays a run.
#include "encode/items/encode.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "explain/cases/core_facts.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/polygraph/random_polygraph.hpp"

namespace isolde {
namespace {

bool is_satisfiable(const Polygraph& graph, std::vector<Edge>& edges, Variable next) {
  if (!is_acyclic(graph.node_count(), edges)) return false;
  if (next == graph.variable_count()) return true;
  for (const bool value : {true, false}) {
    const std::size_t before = edges.size();
    const auto added = graph.edges(Literal(next, value));
    edges.insert(edges.end(), added.begin(), added.end());
    if (is_satisfiable(graph, edges, next + 1)) return true;
    edges.resize(before);
  }
  return false;
}

bool is_satisfiable(const Polygraph& graph) {
  std::vector<Edge> edges = graph.known();
  return is_satisfiable(graph, edges, 0);
}

bool reaches(const Polygraph& graph, Node from, Node to) {
  std::vector<bool> seen(graph.node_count());
  std::vector<Node> todo = {from};
  while (!todo.empty()) {
    const Node node = todo.back();
    todo.pop_back();
    for (const Edge& edge : graph.known()) {
      if (edge.from != node || seen[edge.to]) continue;
      seen[edge.to] = true;
      todo.push_back(edge.to);
    }
  }
  return seen[to];
}

void expect_true_hints(const Polygraph& graph) {
  const ClosureHints& hints = graph.hints;
  ASSERT_EQ(hints.lines.size(), graph.node_count());
  ASSERT_EQ(hints.positions.size(), graph.node_count());
  for (Node v = 0; v < graph.node_count(); ++v) {
    for (Node w = 0; w < graph.node_count(); ++w) {
      if (v == w) continue;
      if (hints.lines[v] == hints.lines[w]) {
        ASSERT_NE(hints.positions[v], hints.positions[w]);
        if (hints.positions[v] < hints.positions[w]) {
          ASSERT_TRUE(reaches(graph, v, w)) << v << " " << w;
        }
      }
      if (!hints.starts.empty() && hints.ends[v] < hints.starts[w]) {
        ASSERT_TRUE(reaches(graph, v, w)) << v << " " << w;
      }
    }
  }
}

// Histories that validation passes and whose reads all have one possible writer.
template <class Test>
void for_each_history(const RandomHistoryOptions& mix, Test&& test) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < how_many("ISOLDE_HISTORIES", 2000); ++i) {
      if (testing::Test::HasFailure()) return;
      const History history = random_history(random, mix);
      const WriterIndex writers(history);
      const auto findings = validate(history, writers);
      if (std::ranges::any_of(findings, [](const Finding& each) { return is_violation(each.kind); }))
        continue;
      const Items items(history, writers, counting_transactions(history, writers));
      if (!items.open_reads().empty()) continue;
      SCOPED_TRACE(text_of(history));
      test(history, items);
    }
  }
}

TEST(Encode, ModelsExistWhereTheOracleAccepts) {
  std::vector<std::size_t> accepted(levels().size());
  std::vector<std::size_t> rejected(levels().size());
  for_each_history(registers_mix(), [&](const History& history, const Items& items) {
    for (const LevelInfo& level : levels()) {
      SCOPED_TRACE(std::string(level.name));
      const Polygraph graph = encode(history, items, demands_of(level.level));
      const auto at = static_cast<std::size_t>(level.level);
      const bool expected = satisfies(history, static_cast<OracleLevel>(level.level));
      ASSERT_EQ(is_satisfiable(graph), expected);
      ++(expected ? accepted : rejected)[at];
      expect_true_hints(graph);
    }
  });
  for (std::size_t i = 0; i < levels().size(); ++i) {
    EXPECT_GT(accepted[i], 0U) << levels()[i].name;
    EXPECT_GT(rejected[i], 0U) << levels()[i].name;
  }
}

// The time line against every pair of transactions, with clocks that may be off.
TEST(Encode, ClockSkewIsThatOfAllPairs) {
  std::size_t rejected = 0;
  for_each_history(registers_mix(), [&](const History& history, const Items& items) {
    const WriterIndex writers(history);
    std::vector<TxnId> txns;
    for (Member member = 0; member < items.member_count(); ++member) txns.push_back(items.txn(member));
    std::ranges::sort(txns);
    for (const Level level : {Level::kStrictSerializable, Level::kStrongSnapshotIsolation}) {
      for (const std::int64_t skew : {0, 1, 2, 4}) {
        const Polygraph graph = encode(history, items, demands_of(level, skew));
        const bool expected =
            is_satisfiable(polygraph_of(facts_of(history, writers, level, skew, txns), level));
        ASSERT_EQ(is_satisfiable(graph), expected) << info(level).name << " " << skew;
        if (!expected) ++rejected;
        if (skew != 0) expect_true_hints(graph);
      }
    }
  });
  EXPECT_GT(rejected, 0U);
}

// Few keys and many writes: chains, second successors, crowded pairs.
TEST(Encode, ModelsExistOnOneHotKey) {
  RandomHistoryOptions mix = registers_mix();
  mix.max_keys = 1;
  mix.min_transactions = 4;
  mix.aborted = 0;
  for_each_history(mix, [&](const History& history, const Items& items) {
    for (const LevelInfo& level : levels()) {
      SCOPED_TRACE(std::string(level.name));
      ASSERT_EQ(is_satisfiable(encode(history, items, demands_of(level.level))),
                satisfies(history, static_cast<OracleLevel>(level.level)));
    }
  });
}

Polygraph encoded(const std::string& text, const Demands& demands) {
  const History history = history_of(text);
  const WriterIndex writers(history);
  return encode(history, Items(history, writers, counting_transactions(history, writers)), demands);
}

TEST(Encode, ReadModifyWritesAreOneChain) {
  const std::string text = "a: r x nil, w x 1; b: r x 1, w x 2; c: r x 2, w x 3";
  EXPECT_EQ(encoded(text, {}).variable_count(), 0U);
  EXPECT_EQ(encoded("a: w x 1; b: r x 1, w x 2; c: w x 3; d: r x 3, w x 4", {}).variable_count(), 1U);
}

TEST(Encode, SessionsAndTimesLeaveNoChoice) {
  EXPECT_EQ(encoded("a: w x 1; a: w x 2; a: w x 3", {}).variable_count(), 3U);
  EXPECT_EQ(
      encoded("a: w x 1; a: w x 2; a: w x 3", demands_of(Level::kStrongSessionSerializable)).variable_count(),
      0U);
  const std::string timed = "a [0,1]: w x 1; b [2,3]: w x 2; c [3,5]: w x 3; d [4,6]: w x 4";
  EXPECT_EQ(encoded(timed, demands_of(Level::kStrictSerializable)).variable_count(), 1U);
  EXPECT_EQ(encoded(timed, {.session_order = true}).variable_count(), 6U);
  // b and c, c and d, b and d
  EXPECT_EQ(encoded(timed, demands_of(Level::kStrictSerializable, 1)).variable_count(), 2U);
}

// Writers that share one instant follow what ended before it, and are no reason to think that others see to
// it.
TEST(Encode, InstantsFollowWhatEndedBefore) {
  const std::string text = "a [0,1]: w x 1; i [5,5]: w x 2; j [5,5]: w x 3, w y 3; r [0,9]: r x 1, r y 3";
  const Demands strict = demands_of(Level::kStrictSerializable);
  EXPECT_FALSE(satisfies(history_of(text), OracleLevel::kStrictSerializable));
  EXPECT_FALSE(is_satisfiable(encoded(text, strict)));
  const std::string either = "a [0,1]: w x 1; i [5,5]: w x 2; j [5,5]: w x 3; r [6,9]: r x ";
  EXPECT_FALSE(is_satisfiable(encoded(either + "1", strict)));
  EXPECT_TRUE(is_satisfiable(encoded(either + "2", strict)));
  EXPECT_TRUE(is_satisfiable(encoded(either + "3", strict)));
}

TEST(Encode, ClockSkewLetsTransactionsChangePlaces) {
  const std::string text = "a [0,10]: w x 1; b [12,20]: r x nil";
  EXPECT_FALSE(is_satisfiable(encoded(text, demands_of(Level::kStrictSerializable))));
  EXPECT_FALSE(is_satisfiable(encoded(text, demands_of(Level::kStrictSerializable, 2))));
  EXPECT_TRUE(is_satisfiable(encoded(text, demands_of(Level::kStrictSerializable, 3))));
}

}  // namespace
}  // namespace isolde
