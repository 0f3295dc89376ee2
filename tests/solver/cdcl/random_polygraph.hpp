// Small random polygraphs, and deciding them by trying everything.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "polygraph/polygraph.hpp"
#include "tests/solver/cdcl/brute_force.hpp"

namespace isolde {

inline bool has_cycle(std::size_t nodes, const std::vector<Edge>& edges) {
  // Peels off nodes without incoming edges, over and over.
  std::vector<bool> is_gone(nodes);
  for (bool has_progress = true; has_progress;) {
    has_progress = false;
    for (Node node = 0; node < nodes; ++node) {
      if (is_gone[node]) continue;
      const bool has_predecessor =
          std::ranges::any_of(edges, [&](Edge edge) { return edge.to == node && !is_gone[edge.from]; });
      if (has_predecessor) continue;
      is_gone[node] = true;
      has_progress = true;
    }
  }
  return std::ranges::find(is_gone, false) != is_gone.end();
}

inline Clauses clauses_of(const Polygraph& polygraph) {
  Clauses clauses;
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    clauses.emplace_back(polygraph.clause(i).begin(), polygraph.clause(i).end());
  return clauses;
}

// Known edges and those of the literals that hold, of these only such as `is_kept` keeps.
template <class IsKept>
std::vector<Edge> edges_under(const Polygraph& polygraph, std::uint64_t values, IsKept&& is_kept) {
  std::vector<Edge> edges;
  std::ranges::copy_if(polygraph.known(), std::back_inserter(edges), is_kept);
  for (Variable v = 0; v < polygraph.variable_count(); ++v)
    std::ranges::copy_if(polygraph.edges(Literal(v, ((values >> v) & 1U) != 0)), std::back_inserter(edges),
                         is_kept);
  return edges;
}

inline bool has_model(const Polygraph& polygraph) {
  return has_model(polygraph.variable_count(), clauses_of(polygraph), [&](std::uint64_t values) {
    return !has_cycle(polygraph.node_count(), edges_under(polygraph, values, [](Edge) { return true; }));
  });
}

// Sessions, or times, or neither; with the edges that go with them.
inline void add_hints(Random& random, Polygraph& polygraph) {
  const auto nodes = static_cast<std::uint32_t>(polygraph.node_count());
  ClosureHints& hints = polygraph.hints;
  if (random.chance(0.3)) {
    const auto lines = static_cast<std::uint32_t>(1 + random.below(nodes));
    for (Node node = 0; node < nodes; ++node) {
      hints.lines.push_back(node % lines);
      hints.positions.push_back(node / lines);
      if (node >= lines) polygraph.add_known({node - lines, node}, {});
    }
  } else if (random.chance(0.4)) {
    for (Node node = 0; node < nodes; ++node) {
      hints.starts.push_back(3 * std::int64_t{node});
      hints.ends.push_back(hints.starts[node] + random.between(0, 3 * std::int64_t{nodes}));
    }
    for (Node one = 0; one < nodes; ++one)
      for (Node other = 0; other < nodes; ++other)
        if (hints.ends[one] < hints.starts[other]) polygraph.add_known({one, other}, {});
  }
}

// Like what an encoder makes: pairs of orders with readers that follow, choices, conjunctions; and clauses of
// no meaning.
inline Polygraph random_polygraph(Random& random, std::size_t most_nodes, std::size_t most_variables) {
  Polygraph polygraph;
  const std::size_t nodes = 2 + random.below(most_nodes - 1);
  const std::size_t per_txn = 1 + random.below(2);
  for (std::size_t i = 0; i < nodes; ++i)
    polygraph.add_node({random.chance(0.9) || i < 2 ? TxnId(i / per_txn) : TxnId(), EventKind::kCommit});
  std::vector<TxnId> txns;
  for (Node i = 0; i < nodes; ++i)
    if (polygraph.meaning(i).txn.is_valid()) txns.push_back(polygraph.meaning(i).txn);
  const auto any_node = [&] { return static_cast<Node>(random.below(nodes)); };
  const auto any_edge = [&] {
    Edge edge{any_node(), any_node()};
    while (edge.from == edge.to && !random.chance(0.02)) edge.to = any_node();
    return edge;
  };

  const double disorder = random.chance(0.1) ? 0.1 : 0;
  for (std::uint64_t i = random.below(nodes + 2); i > 0; --i) {
    const Edge edge = any_edge();
    const bool is_turned = (edge.from > edge.to) != random.chance(disorder);
    if (edge.from == edge.to) continue;
    polygraph.add_known(is_turned ? Edge{edge.to, edge.from} : edge, {});
  }
  add_hints(random, polygraph);
  const std::size_t variables = 1 + random.below(most_variables);
  for (std::size_t i = 0; i < variables; ++i) {
    const auto kind = static_cast<Meaning::Kind>(random.below(4));
    const bool is_auxiliary = kind == Meaning::Kind::kAuxiliary;
    const Variable v = polygraph.add_variable({kind, KeyId(0), is_auxiliary ? TxnId() : random.pick(txns),
                                               is_auxiliary ? TxnId() : random.pick(txns)});
    const bool is_order = random.chance(0.6);
    const Edge edge = any_edge();
    polygraph.add_edge(Literal(v, true), edge, {});
    if (is_order) polygraph.add_edge(Literal(v, false), {edge.to, edge.from}, {});
    for (std::uint64_t more = random.below(3); more > 0; --more)
      polygraph.add_edge(Literal(v, !is_order || random.chance(0.5)), any_edge(), {});
  }
  for (std::uint64_t i = random.below(2 * variables); i > 0; --i) {
    std::vector<Literal> clause = random_clause(random, variables, 4);
    if (random.chance(0.5))
      for (Literal& literal : clause) literal = Literal(literal.variable(), true);  // a choice
    polygraph.add_clause(clause);
  }
  polygraph.finish();
  return polygraph;
}

}  // namespace isolde
