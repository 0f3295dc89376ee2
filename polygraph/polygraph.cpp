#include "polygraph/polygraph.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

Node Polygraph::add_node(NodeMeaning meaning) {
  nodes_.push_back(meaning);
  return static_cast<Node>(nodes_.size() - 1);
}

void Polygraph::add_known(Edge edge, EdgeReason reason) {
  known_.push_back(edge);
  known_reasons_.push_back(reason);
}

Variable Polygraph::add_variable(Meaning meaning) {
  meanings_.push_back(meaning);
  return static_cast<Variable>(meanings_.size() - 1);
}

void Polygraph::add_clause(std::span<const Literal> clause) {
  clause_literals_.insert(clause_literals_.end(), clause.begin(), clause.end());
  clause_begins_.push_back(static_cast<std::uint32_t>(clause_literals_.size()));
}

void Polygraph::add_edge(Literal literal, Edge edge, EdgeReason reason) {
  unsorted_.push_back({literal, edge, reason});
}

// Counting sort, stable: edges of a literal stay in the order they were added.
void Polygraph::finish() {
  ISOLDE_REQUIRE(edge_begins_.empty());  // finished once
  edge_begins_.assign(2 * variable_count() + 1, 0);
  for (const LiteralEdge& each : unsorted_) ++edge_begins_[each.literal.code() + 1];
  for (std::size_t i = 1; i < edge_begins_.size(); ++i) edge_begins_[i] += edge_begins_[i - 1];
  std::vector<std::uint32_t> next = edge_begins_;
  edges_.resize(unsorted_.size());
  edge_reasons_.resize(unsorted_.size());
  for (const LiteralEdge& each : unsorted_) {
    const std::uint32_t at = next[each.literal.code()]++;
    edges_[at] = each.edge;
    edge_reasons_[at] = each.reason;
  }
  unsorted_ = {};
  ISOLDE_INVARIANT(check_invariants());
}

bool Polygraph::check_invariants() const {
  const auto is_within = [&](const Edge& edge) { return edge.from < node_count() && edge.to < node_count(); };
  const bool has_good_edges = std::ranges::all_of(known_, is_within) &&
                              std::ranges::all_of(edges_, is_within) &&
                              known_reasons_.size() == known_.size() && edge_reasons_.size() == edges_.size();
  const bool has_good_clauses =
      std::ranges::is_sorted(clause_begins_) && clause_begins_.back() == clause_literals_.size() &&
      std::ranges::all_of(clause_literals_, [&](Literal each) { return each.variable() < variable_count(); });
  const bool has_good_sets = unsorted_.empty() && edge_begins_.size() == 2 * variable_count() + 1 &&
                             edge_begins_.front() == 0 && std::ranges::is_sorted(edge_begins_) &&
                             edge_begins_.back() == edges_.size();
  const auto is_of_nodes = [&](std::size_t size) { return size == 0 || size == node_count(); };
  const bool has_good_hints = is_of_nodes(hints.lines.size()) &&
                              hints.positions.size() == hints.lines.size() &&
                              is_of_nodes(hints.starts.size()) && hints.ends.size() == hints.starts.size();
  return has_good_edges && has_good_clauses && has_good_sets && has_good_hints;
}

std::span<const Edge> Polygraph::edges(Literal literal) const {
  const std::uint32_t begin = edge_begins_[literal.code()];
  return std::span(edges_).subspan(begin, edge_begins_[literal.code() + 1] - begin);
}

std::span<const EdgeReason> Polygraph::reasons(Literal literal) const {
  const std::uint32_t begin = edge_begins_[literal.code()];
  return std::span(edge_reasons_).subspan(begin, edge_begins_[literal.code() + 1] - begin);
}

std::span<const Literal> Polygraph::clause(std::size_t index) const {
  return std::span(clause_literals_)
      .subspan(clause_begins_[index], clause_begins_[index + 1] - clause_begins_[index]);
}

}  // namespace isolde
