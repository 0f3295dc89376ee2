#include "polygraph/formulation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/sort_unique.hpp"

namespace isolde {
namespace {

using Pair = std::pair<Node, Node>;

Pair pair_of(Edge edge) { return {edge.from, edge.to}; }

// Every pair that a literal links, once, sorted.
std::vector<Pair> linked_pairs(const Polygraph& polygraph) {
  std::vector<Pair> pairs;
  for (std::uint32_t code = 0; code < 2 * polygraph.variable_count(); ++code)
    for (const Edge edge : polygraph.edges(Literal::from_code(code))) pairs.push_back(pair_of(edge));
  sort_unique(pairs);
  return pairs;
}

bool exclude_each_other(std::span<const Edge> one, std::span<const Edge> other) {
  for (const Edge edge : one)
    if (std::ranges::find(other, Edge{edge.to, edge.from}) != other.end()) return true;
  return false;
}

}  // namespace

Polygraph edge_per_variable(const Polygraph& polygraph) {
  Polygraph result;
  for (Node node = 0; node < polygraph.node_count(); ++node) result.add_node(polygraph.meaning(node));
  for (std::size_t i = 0; i < polygraph.known().size(); ++i)
    result.add_known(polygraph.known()[i], polygraph.known_reason(i));
  for (Variable variable = 0; variable < polygraph.variable_count(); ++variable)
    result.add_variable(polygraph.meaning_of(variable));
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i) result.add_clause(polygraph.clause(i));

  const std::vector<Pair> pairs = linked_pairs(polygraph);
  std::vector<bool> has_edge(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) result.add_variable({});
  const auto index_of = [&](Edge edge) {
    return static_cast<std::size_t>(std::ranges::lower_bound(pairs, pair_of(edge)) - pairs.begin());
  };
  const auto literal_of = [&](std::size_t pair) {
    return Literal(static_cast<Variable>(polygraph.variable_count() + pair), true);
  };
  std::vector<Literal> clause;
  for (std::uint32_t code = 0; code < 2 * polygraph.variable_count(); ++code) {
    const Literal literal = Literal::from_code(code);
    const auto edges = polygraph.edges(literal);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const std::size_t pair = index_of(edges[i]);
      if (!has_edge[pair]) result.add_edge(literal_of(pair), edges[i], polygraph.reasons(literal)[i]);
      has_edge[pair] = true;
      result.add_clause(std::vector{~literal, literal_of(pair)});
    }
    const auto others = polygraph.edges(~literal);
    if (!exclude_each_other(edges, others)) continue;
    clause.assign(1, ~literal);
    for (const Edge edge : others) clause.push_back(~literal_of(index_of(edge)));
    result.add_clause(clause);
  }
  result.finish();
  result.hints = polygraph.hints;
  return result;
}

}  // namespace isolde
