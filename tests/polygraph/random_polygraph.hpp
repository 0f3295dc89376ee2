// Small random polygraphs, and the definition of their models by brute force.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

using Values = std::vector<bool>;

inline bool is_true(Literal literal, const Values& values) {
  return values[literal.variable()] == literal.is_positive();
}

// By repeated removal of nodes that nothing leads to.
inline bool is_acyclic(std::size_t nodes, const std::vector<Edge>& edges) {
  std::vector<std::size_t> in(nodes);
  for (const Edge& edge : edges) ++in[edge.to];
  std::vector<Node> free;
  for (Node node = 0; node < nodes; ++node)
    if (in[node] == 0) free.push_back(node);
  std::vector<std::vector<Node>> out(nodes);
  for (const Edge& edge : edges) out[edge.from].push_back(edge.to);
  std::size_t removed = 0;
  while (!free.empty()) {
    const Node node = free.back();
    free.pop_back();
    ++removed;
    for (const Node to : out[node])
      if (--in[to] == 0) free.push_back(to);
  }
  return removed == nodes;
}

inline bool satisfies_clauses(const Polygraph& polygraph, const Values& values) {
  for (std::size_t clause = 0; clause < polygraph.clause_count(); ++clause) {
    const auto literals = polygraph.clause(clause);
    if (std::none_of(literals.begin(), literals.end(),
                     [&](Literal literal) { return is_true(literal, values); }))
      return false;
  }
  return true;
}

inline bool is_model(const Polygraph& polygraph, const Values& values) {
  if (!satisfies_clauses(polygraph, values)) return false;
  std::vector<Edge> edges = polygraph.known();
  for (Variable variable = 0; variable < polygraph.variable_count(); ++variable)
    for (const Edge& edge : polygraph.edges(Literal(variable, values[variable]))) edges.push_back(edge);
  return is_acyclic(polygraph.node_count(), edges);
}

inline std::vector<Values> all_models(const Polygraph& polygraph) {
  std::vector<Values> models;
  for (std::uint32_t code = 0; code < 1U << polygraph.variable_count(); ++code) {
    Values values(polygraph.variable_count());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (code >> i & 1U) != 0;
    if (is_model(polygraph, values)) models.push_back(std::move(values));
  }
  return models;
}

// Sessions and random known edges along a hidden order (now and then against it), variables of three kinds:
// the order of two nodes with their readers, a literal with any edges, and one without; clauses over all.
inline Polygraph random_polygraph(Random& random) {
  Polygraph polygraph;
  const std::size_t nodes = 2 + random.below(9);
  const auto any_node = [&] { return static_cast<Node>(random.below(nodes)); };
  for (std::size_t i = 0; i < nodes; ++i) polygraph.add_node({});
  std::vector<Node> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(order);
  const std::size_t lines = 1 + random.below(4);
  std::vector<std::vector<Node>> sessions(lines);
  for (const Node node : order) random.pick(sessions).push_back(node);
  if (random.chance(0.5)) {
    polygraph.hints.lines.resize(nodes);
    polygraph.hints.positions.resize(nodes);
    for (std::uint32_t line = 0; line < lines; ++line)
      for (std::uint32_t i = 0; i < sessions[line].size(); ++i) {
        polygraph.hints.lines[sessions[line][i]] = line;
        polygraph.hints.positions[sessions[line][i]] = i;
        if (i > 0) polygraph.add_known({sessions[line][i - 1], sessions[line][i]}, {});
      }
  }
  for (std::size_t i = random.below(nodes); i > 0; --i) {
    std::size_t a = random.below(nodes);
    std::size_t b = random.below(nodes);
    if (a > b && random.chance(0.95)) std::swap(a, b);
    if (a != b) polygraph.add_known({order[a], order[b]}, {});
  }
  const std::size_t variables = random.below(9);
  for (std::size_t i = 0; i < variables; ++i) {
    const Literal literal(polygraph.add_variable({}), true);
    const std::uint64_t kind = random.below(4);
    if (kind <= 1) {
      const Node a = any_node();
      const Node b = any_node();
      polygraph.add_edge(literal, {a, b}, {});
      polygraph.add_edge(~literal, {b, a}, {});
      for (std::uint64_t k = random.below(3); k > 0; --k) polygraph.add_edge(literal, {any_node(), b}, {});
      for (std::uint64_t k = random.below(3); k > 0; --k) polygraph.add_edge(~literal, {any_node(), a}, {});
    } else if (kind == 2) {
      const bool positive = random.chance(0.8);
      for (std::uint64_t k = random.below(4); k > 0; --k)
        polygraph.add_edge(positive ? literal : ~literal, {any_node(), any_node()}, {});
    }
  }
  for (std::size_t i = variables == 0 ? 0 : random.below(6); i > 0; --i) {
    std::vector<Literal> clause(random.chance(0.1) ? 1 : 2 + random.below(2));
    for (Literal& literal : clause)
      literal = Literal(static_cast<Variable>(random.below(variables)), random.chance(0.6));
    polygraph.add_clause(clause);
  }
  polygraph.finish();
  return polygraph;
}

}  // namespace isolde
