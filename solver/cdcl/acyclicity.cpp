#include "solver/cdcl/acyclicity.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"

namespace isolde {

Acyclicity::Acyclicity(const Part& part, std::span<const Node> order)
    : part_(part),
      graph_(part.nodes.size(), part.known),
      order_(graph_, order),
      is_assigned_(part.variables.size()),
      implied_(part.edges.literal_count()),
      is_pending_(part.edges.literal_count()) {
  index_possible_edges(part);
}

void Acyclicity::index_possible_edges(const Part& part) {
  possible_begins_.assign(part.nodes.size() + 2, 0);
  const auto for_each = [&](auto&& visit) {
    for (std::uint32_t code = 0; code < part.edges.literal_count(); ++code)
      for (const Edge edge : part.edges.of(Literal::from_code(code))) visit(edge, Literal::from_code(code));
  };
  for_each([&](Edge edge, Literal) { ++possible_begins_[edge.from + 2]; });
  for (std::size_t i = 2; i < possible_begins_.size(); ++i) possible_begins_[i] += possible_begins_[i - 1];
  possible_.resize(part.edges.size());
  for_each([&](Edge edge, Literal literal) {
    possible_[possible_begins_[edge.from + 1]++] = {edge.to, literal};
  });
  possible_begins_.pop_back();
  ISOLDE_INVARIANT(possible_begins_.back() == possible_.size());
}

std::span<const Literal> Acyclicity::assign(Literal literal) {
  assigned_.push_back(literal);
  edge_begins_.push_back(graph_.size());
  is_assigned_[literal.variable()] = 1;
  begin_assignment();
  for (const Edge edge : part_.edges.of(literal)) {
    if (admit(edge)) {
      graph_.add(edge, literal);
      continue;
    }
    return explain(~literal, edge, graph_.size());
  }
  return {};
}

std::span<const Literal> Acyclicity::explain(Literal first, Edge edge, std::size_t limit) {
  const bool is_cycle = find_path(edge.to, edge.from, limit, ~first);
  ISOLDE_REQUIRE(is_cycle);
  graph_.get_literals(~first, path_);
  clause_.assign(1, first);
  for (const Literal other : path_) clause_.push_back(~other);
  return clause_;
}

void Acyclicity::imply_false(Literal literal, Edge edge) {
  const Literal implied = ~literal;
  if (is_pending_[implied.code()] != 0) return;
  is_pending_[implied.code()] = 1;
  // The edge being admitted will be the graph's next.
  implied_[implied.code()] = {edge, graph_.size() + 1};
  pending_.push_back({implied, assigned_.size()});
}

void Acyclicity::propagate(std::vector<Literal>& implied) {
  for (const Pending& pending : pending_) {
    is_pending_[pending.literal.code()] = 0;
    if (!is_assigned(pending.literal)) implied.push_back(pending.literal);
  }
  pending_.clear();
}

std::span<const Literal> Acyclicity::reason(Literal literal) {
  return explain(literal, implied_[literal.code()].edge, implied_[literal.code()].limit);
}

void Acyclicity::backtrack(std::size_t count) {
  if (assigned_.size() <= count) return;
  while (graph_.size() > edge_begins_[count]) graph_.remove_last();
  for (std::size_t i = count; i < assigned_.size(); ++i) is_assigned_[assigned_[i].variable()] = 0;
  assigned_.resize(count);
  edge_begins_.resize(count);
  while (!pending_.empty() && pending_.back().assignments > count) {
    is_pending_[pending_.back().literal.code()] = 0;
    pending_.pop_back();
  }
  undo_to(count);
}

std::size_t Acyclicity::count_against(Literal literal) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(part_.edges.of(literal), [&](Edge edge) { return !order_.agrees(edge); }));
}

bool Acyclicity::prefer(Variable variable, bool saved) {
  const std::size_t against = count_against(Literal(variable, saved));
  return against == 0 || against <= count_against(Literal(variable, !saved)) ? saved : !saved;
}

bool Acyclicity::may_stay_open(Variable variable) const {
  const auto agrees = [&](Edge edge) { return order_.agrees(edge); };
  return std::ranges::all_of(part_.edges.of(Literal(variable, true)), agrees) ||
         std::ranges::all_of(part_.edges.of(Literal(variable, false)), agrees);
}

std::size_t Acyclicity::memory_bytes() const {
  return graph_.memory_bytes() + order_.memory_bytes() + possible_.capacity() * sizeof(PossibleEdge) +
         possible_begins_.capacity() * sizeof(std::uint32_t) + assigned_.capacity() * sizeof(Literal) +
         edge_begins_.capacity() * sizeof(std::size_t) + implied_.capacity() * (sizeof(Implied) + 1) +
         is_assigned_.capacity() + pending_.capacity() * sizeof(Pending);
}

// --- By a topological order.

bool OrderAcyclicity::admit(Edge edge) {
  if (!order().admit(edge)) return false;
  // The search has just collected nodes that the edge connects: a possible edge back closes a cycle.
  for (const Node node : order().after())
    for (const PossibleEdge& possible : possible_from(node))
      if (order().is_before(possible.to) && !is_assigned(possible.literal))
        imply_false(possible.literal, {node, possible.to});
  return true;
}

bool OrderAcyclicity::find_path(Node from, Node to, std::size_t limit, Literal free) {
  const std::uint32_t last = order().rank(to);
  return graph().find_path(from, to, limit, free, [&](Node node) { return order().rank(node) <= last; });
}

// --- By a closure.

ClosureAcyclicity::ClosureAcyclicity(const Part& part, std::span<const Node> first,
                                     std::unique_ptr<Closure> closure)
    : Acyclicity(part, first), closure_(std::move(closure)), stamps_(part.nodes.size()) {
  for (Node node = 0; node < part.nodes.size(); ++node)
    for (const PossibleEdge& possible : possible_from(node))
      if (possible.to == node || closure_->reaches(possible.to, node))
        imply_false(possible.literal, {node, possible.to});
}

// Collects the nodes that the edge's end reaches and its start does not yet. A pair of nodes that the edge
// connects for the first time ends in one of these.
void ClosureAcyclicity::find_newly_reached(Edge edge) {
  ++stamp_;
  newly_reached_.assign(1, edge.to);
  stamps_[edge.to] = stamp_;
  for (std::size_t i = 0; i < newly_reached_.size(); ++i) {
    graph().visit_successors(newly_reached_[i], [&](Node next) {
      if (stamps_[next] == stamp_ || closure_->reaches(edge.from, next)) return;
      stamps_[next] = stamp_;
      newly_reached_.push_back(next);
    });
  }
}

bool ClosureAcyclicity::admit(Edge edge) {
  if (edge.from == edge.to || closure_->reaches(edge.to, edge.from)) return false;
  if (closure_->reaches(edge.from, edge.to)) return true;
  find_newly_reached(edge);
  const bool is_inserted = order().admit(edge) && closure_->insert(edge);
  ISOLDE_REQUIRE(is_inserted);
  // Most of what could be reached back from comes later in the order, which is quicker to look up.
  const std::uint32_t last = order().rank(edge.from);
  for (const Node node : newly_reached_)
    for (const PossibleEdge& possible : possible_from(node))
      if (order().rank(possible.to) <= last && !is_assigned(possible.literal) &&
          (possible.to == edge.from || closure_->reaches(possible.to, edge.from)))
        imply_false(possible.literal, {node, possible.to});
  return true;
}

void ClosureAcyclicity::undo_to(std::size_t assignments) {
  closure_->undo(marks_[assignments]);
  marks_.resize(assignments);
}

bool ClosureAcyclicity::find_path(Node from, Node to, std::size_t limit, Literal free) {
  return graph().find_path(from, to, limit, free,
                           [&](Node node) { return node == to || closure_->reaches(node, to); });
}

std::size_t ClosureAcyclicity::memory_bytes() const {
  return Acyclicity::memory_bytes() + closure_->memory_bytes();
}

}  // namespace isolde
