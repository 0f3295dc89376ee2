// Given version orders: with all or some of them as known edges, the polygraph must have a model exactly if
// the one of all pairs (explain/cases/core_facts.hpp) has one that agrees with them.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "encode/items/encode.hpp"
#include "explain/cases/core_facts.hpp"
#include "explain/refute.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/excerpt.hpp"
#include "tests/oracle/random_history.hpp"

namespace isolde {
namespace {

// By key: some of its installers, oldest first.
using Lists = std::map<KeyId, std::vector<TxnId>>;

ValueId value_left(const History& history, TxnId txn, KeyId key) {
  ValueId left = kInitial;
  for (const OpId op : history.operations(txn))
    if (is_item_write(history.kind(op)) && history.key(op) == key) left = history.value(op);
  return left;
}

Lists random_lists(Random& random, const CoreFacts& facts) {
  Lists lists;
  for (const CoreFacts::KeyUse& use : facts.keys) {
    std::vector<TxnId>& list = lists[use.key];
    for (const std::uint32_t installer : use.installers)
      if (random.chance(0.8)) list.push_back(facts.txns[installer]);
    if (random.chance(0.5)) random.shuffle(list);
  }
  return lists;
}

History with_lists(const History& history, const std::vector<TxnId>& txns, const Lists& lists) {
  HistoryBuilder builder = excerpt(history, txns);
  for (const auto& [key, list] : lists) {
    VersionOrder order{builder.key(history.keys().text(key.value)), {}};
    for (const TxnId txn : list)
      order.values.push_back(builder.value(history.values().integer(value_left(history, txn, key).value)));
    builder.add_version_order(std::move(order));
  }
  return std::move(builder).finish().value();
}

// The polygraph of all pairs, with those that the lists order as known edges.
Polygraph expected_graph(const CoreFacts& facts, Level level, const Lists& lists) {
  const Polygraph pairs = polygraph_of(facts, level);
  Polygraph graph;
  for (Node node = 0; node < pairs.node_count(); ++node) graph.add_node(pairs.meaning(node));
  for (const Edge& edge : pairs.known()) graph.add_known(edge, {});
  for (Variable variable = 0; variable < pairs.variable_count(); ++variable) {
    const Meaning& meaning = pairs.meaning_of(variable);
    const std::vector<TxnId>& list = lists.at(meaning.key);
    const auto first = std::ranges::find(list, meaning.first);
    const auto second = std::ranges::find(list, meaning.second);
    if (first != list.end() && second != list.end()) {
      for (const Edge& edge : pairs.edges(Literal(variable, first < second))) graph.add_known(edge, {});
      continue;
    }
    const Variable copy = graph.add_variable(meaning);
    for (const bool value : {true, false})
      for (const Edge& edge : pairs.edges(Literal(variable, value)))
        graph.add_edge(Literal(copy, value), edge, {});
  }
  graph.finish();
  return graph;
}

bool solver_finds_model(const Polygraph& graph) {
  return refute(graph, Deadline(std::nullopt), 1'000'000).answer == RefuteAnswer::kModel;
}

TEST(VersionOrder, BindsExactlyWhatItLists) {
  Random random(7);
  std::size_t models = 0;
  std::size_t refuted = 0;
  for (int i = 0; i < 2000 && !testing::Test::HasFailure(); ++i) {
    const History drawn = random_history(random, registers_mix());
    const WriterIndex writers(drawn);
    const auto findings = validate(drawn, writers);
    if (std::ranges::any_of(findings, [](const Finding& each) { return is_violation(each.kind); })) continue;
    const std::vector<bool> counts = counting_transactions(drawn, writers);
    std::vector<TxnId> txns;
    for (const TxnId txn : drawn.transactions())
      if (counts[txn.index()]) txns.push_back(txn);
    SCOPED_TRACE(text_of(drawn));
    for (const LevelInfo& level : levels()) {
      const CoreFacts facts = facts_of(drawn, writers, level.level, 0, txns);
      const Lists lists = random_lists(random, facts);
      const History history = with_lists(drawn, txns, lists);
      const WriterIndex index(history);
      const Items items(history, index, counting_transactions(history, index));
      Demands demands = level;
      demands.version_orders = &history.version_orders();
      const Polygraph graph = encode(history, items, demands);
      const bool expected = solver_finds_model(expected_graph(facts, level.level, lists));
      ASSERT_EQ(solver_finds_model(graph), expected) << level.name;
      ++(expected ? models : refuted);
    }
  }
  EXPECT_GT(models, 100U);
  EXPECT_GT(refuted, 100U);
}

}  // namespace
}  // namespace isolde
