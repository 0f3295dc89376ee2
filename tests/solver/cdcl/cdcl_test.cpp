#include "solver/cdcl/cdcl.hpp"

#include <string>

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "tests/solver/cdcl/random_polygraph.hpp"

namespace isolde {
namespace {

std::vector<CdclOptions> all_options() {
  std::vector<CdclOptions> all{{}, {std::nullopt, 7, 2}};
  for (const ClosureKind kind : closure_kinds()) all.push_back({kind, 0, 1});
  return all;
}

testing::AssertionResult is_model(const Polygraph& polygraph, const Model& model) {
  if (model.values.size() != polygraph.variable_count())
    return testing::AssertionFailure() << "values missing";
  if (model.order.size() != polygraph.node_count()) return testing::AssertionFailure() << "nodes missing";
  constexpr std::size_t kUnset = static_cast<std::size_t>(-1);
  std::vector<std::size_t> ranks(polygraph.node_count(), kUnset);
  for (std::size_t i = 0; i < model.order.size(); ++i) {
    if (ranks[model.order[i]] != kUnset) return testing::AssertionFailure() << "a node twice";
    ranks[model.order[i]] = i;
  }
  const auto holds = [&](Literal literal) {
    return model.values[literal.variable()] == literal.is_positive();
  };
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    if (std::ranges::none_of(polygraph.clause(i), holds))
      return testing::AssertionFailure() << "clause " << i << " is false";
  const auto agrees = [&](Edge edge) { return ranks[edge.from] < ranks[edge.to]; };
  if (!std::ranges::all_of(polygraph.known(), agrees)) return testing::AssertionFailure() << "a known edge";
  for (Variable v = 0; v < polygraph.variable_count(); ++v)
    if (!std::ranges::all_of(polygraph.edges(Literal(v, model.values[v])), agrees))
      return testing::AssertionFailure() << "an edge of variable " << v;
  return testing::AssertionSuccess();
}

// What is left with the nodes alone: edges between them, variables about their transactions, clauses of these
// variables. It must still have no model.
bool refutes(const Polygraph& polygraph, const Refutation& refutation) {
  std::vector<bool> is_in(polygraph.node_count());
  for (const Node node : refutation.nodes) is_in[node] = true;
  const auto is_about = [&](TxnId txn) {
    if (!txn.is_valid()) return true;
    for (const Node node : refutation.nodes)
      if (polygraph.meaning(node).txn == txn) return true;
    return false;
  };
  const auto is_kept = [&](Literal literal) {
    const Meaning& meaning = polygraph.meaning_of(literal.variable());
    return is_about(meaning.first) && is_about(meaning.second);
  };
  Clauses clauses;
  for (const auto& clause : clauses_of(polygraph))
    if (std::ranges::all_of(clause, is_kept)) clauses.push_back(clause);
  Polygraph rest;
  for (Node node = 0; node < polygraph.node_count(); ++node) rest.add_node({});
  const auto is_inside = [&](Edge edge) { return is_in[edge.from] && is_in[edge.to]; };
  for (const Edge edge : polygraph.known())
    if (is_inside(edge)) rest.add_known(edge, {});
  for (Variable v = 0; v < polygraph.variable_count(); ++v) {
    rest.add_variable({});
    for (const bool sign : {true, false})
      for (const Edge edge : polygraph.edges(Literal(v, sign)))
        if (is_kept(Literal(v, sign)) && is_inside(edge)) rest.add_edge(Literal(v, sign), edge, {});
  }
  for (const auto& clause : clauses) rest.add_clause(clause);
  rest.finish();
  return !has_model(rest);
}

std::vector<Node> shuffled_nodes(Random& random, const Polygraph& polygraph) {
  std::vector<Node> nodes(polygraph.node_count());
  std::iota(nodes.begin(), nodes.end(), Node{0});
  random.shuffle(nodes);
  return nodes;
}

TEST(Cdcl, RandomPolygraphsAgainstBruteForce) {
  const std::uint64_t rounds = number_from_environment("ISOLDE_HISTORIES", 6000);
  std::size_t with_model = 0;
  std::size_t without = 0;
  std::size_t smaller = 0;
  for (const std::uint64_t seed : seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      SCOPED_TRACE("polygraph " + std::to_string(i));
      const Polygraph polygraph = random_polygraph(random, 9, 9);
      const bool expected = has_model(polygraph);
      const std::vector<Node> guess =
          random.chance(0.5) ? shuffled_nodes(random, polygraph) : std::vector<Node>{};
      for (const CdclOptions& options : all_options()) {
        const PolygraphOutcome outcome = solve_cdcl(polygraph, options, {}, guess);
        if (expected) {
          ASSERT_TRUE(std::holds_alternative<Model>(outcome));
          ASSERT_TRUE(is_model(polygraph, std::get<Model>(outcome)));
        } else {
          ASSERT_TRUE(std::holds_alternative<Refutation>(outcome));
          ASSERT_TRUE(refutes(polygraph, std::get<Refutation>(outcome)));
          smaller += std::get<Refutation>(outcome).nodes.size() < polygraph.node_count() ? 1 : 0;
        }
      }
      (expected ? with_model : without) += 1;
    }
  }
  EXPECT_GT(with_model, rounds / 10);
  EXPECT_GT(without, rounds / 10);
  EXPECT_GT(smaller, without);
}

// Keys with writers and readers along a hidden serial order; the order of the writers of a key is to be
// found.
Polygraph from_hidden_order(Random& random, std::size_t nodes, std::size_t keys, std::size_t variables,
                            double known) {
  Polygraph polygraph;
  std::vector<Node> names(nodes);  // by place in the hidden order
  std::iota(names.begin(), names.end(), Node{0});
  random.shuffle(names);
  for (std::size_t i = 0; i < nodes; ++i) polygraph.add_node({TxnId(i), EventKind::kCommit});
  struct Version {
    std::size_t writer;
    std::vector<std::size_t> readers;
  };
  std::vector<std::vector<Version>> versions(keys);
  for (std::size_t place = 0; place < nodes; ++place) {
    for (int i = 0; i < 4; ++i) {
      auto& key = random.pick(versions);
      if (random.chance(0.5) || key.empty())
        key.push_back({place, {}});
      else if (key.back().writer != place)
        key.back().readers.push_back(place);
    }
  }
  for (const auto& key : versions)
    for (const Version& version : key)
      for (const std::size_t reader : version.readers)
        polygraph.add_known({names[version.writer], names[reader]}, {});
  for (std::size_t i = 1; i < nodes; ++i)
    if (random.chance(known)) polygraph.add_known({names[i - 1], names[i]}, {});
  const auto add_edges = [&](Literal literal, const Version& first, const Version& second) {
    polygraph.add_edge(literal, {names[first.writer], names[second.writer]}, {});
    for (const std::size_t reader : first.readers)
      if (reader != second.writer) polygraph.add_edge(literal, {names[reader], names[second.writer]}, {});
  };
  while (polygraph.variable_count() < variables) {
    const auto& key = random.pick(versions);
    if (key.size() < 2) continue;
    const std::size_t i = random.below(key.size());
    const std::size_t j = random.below(key.size());
    if (key[i].writer == key[j].writer) continue;
    const Variable v = polygraph.add_variable({});
    add_edges(Literal(v, true), key[i], key[j]);
    add_edges(Literal(v, false), key[j], key[i]);
  }
  polygraph.finish();
  return polygraph;
}

TEST(Cdcl, FindsAHiddenOrderFast) {
  for (const double known : {0.0, 0.3, 0.9}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      Random random(seed);
      const Polygraph polygraph = from_hidden_order(random, 2000, 200, 5000, known);
      const Stopwatch watch;
      SolverStatistics statistics;
      const PolygraphOutcome outcome = solve_cdcl(polygraph, {}, {}, {}, &statistics);
      ASSERT_TRUE(std::holds_alternative<Model>(outcome));
      EXPECT_TRUE(is_model(polygraph, std::get<Model>(outcome)));
      EXPECT_LT(watch.seconds(), 1.0);
      printf("known %g: %.3f s, %zu conflicts, %zu theory, %zu decisions, %zu propagations\n", known,
             watch.seconds(), statistics.conflicts, statistics.theory_conflicts, statistics.decisions,
             statistics.propagations);
    }
  }
}

}  // namespace
}  // namespace isolde
