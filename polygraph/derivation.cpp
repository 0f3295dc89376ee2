#include "polygraph/derivation.hpp"

#include <algorithm>

#include "base/contract.hpp"
#include "base/sort_unique.hpp"
#include "closure/edge_lists.hpp"

namespace isolde {
namespace {

// Walks the steps backwards, taking their edges out of the graph again, and keeps those that are needed.
class Explainer {
 public:
  Explainer(const Polygraph& polygraph, const Derivation& derivation)
      : polygraph_(polygraph),
        derivation_(derivation),
        graph_(polygraph.node_count(), polygraph.known()),
        is_needed_(derivation.steps.size()),
        arrivals_(polygraph.node_count(), EdgeLists::kEnd),
        parents_(polygraph.node_count()) {
    for (std::uint32_t place = 0; place < derivation.steps.size(); ++place)
      for (const Edge& edge : polygraph.edges(derivation.steps[place].literal)) {
        graph_.push(edge.from, edge.to);
        owners_.push_back(place);
      }
  }

  // Adds a step, which is derived from the edges that the graph has now.
  void add_step(Literal literal, const DerivationReason& reason) {
    PruneStep step{literal, {}, 0};
    if (reason.by == DecidedBy::kClause) {
      step.clause = reason.index;
      need_negations(reason.index, literal);
    } else {
      step.cycle = cycle_with(polygraph_.edges(~literal)[reason.index], literal);
    }
    result_.steps.push_back(std::move(step));
  }

  void need_negations(std::size_t clause, Literal except) {
    for (const Literal literal : polygraph_.clause(clause))
      if (literal != except) is_needed_[derivation_.places[literal.variable()]] = true;
  }

  PruneRefutation finish() {
    for (std::size_t place = derivation_.steps.size(); place-- > 0;) {
      const Derivation::Step& step = derivation_.steps[place];
      const std::span<const Edge> edges = polygraph_.edges(step.literal);
      for (std::size_t i = edges.size(); i-- > 0; owners_.pop_back()) graph_.pop(edges[i].from);
      if (is_needed_[place]) add_step(step.literal, step.reason);
    }
    std::reverse(result_.steps.begin(), result_.steps.end());
    for (const PruneStep& step : result_.steps)
      result_.nodes.insert(result_.nodes.end(), step.cycle.begin(), step.cycle.end());
    sort_unique(result_.nodes);
    return std::move(result_);
  }

  PruneRefutation& result() { return result_; }
  void need_last() { is_needed_.back() = true; }

 private:
  // A shortest cycle through the edge. Edges of the negation of `literal` may be among its others: they are
  // what is being refuted.
  std::vector<Node> cycle_with(Edge edge, Literal literal) {
    std::vector<Node> cycle{edge.from};
    if (edge.from == edge.to) return cycle;
    search(edge.to, edge.from);
    for (Node node = edge.from; node != edge.to; node = parents_[node]) {
      if (const EdgeLists::Cursor at = arrivals_[node]; at >= polygraph_.known().size()) {
        const std::uint32_t owner = owners_[at - polygraph_.known().size()];
        if (derivation_.steps[owner].literal != ~literal) is_needed_[owner] = true;
      }
      cycle.push_back(parents_[node]);
    }
    std::reverse(cycle.begin(), cycle.end());
    for (const Node node : queue_) arrivals_[node] = EdgeLists::kEnd;
    return cycle;
  }

  // Breadth first; leaves in arrivals_ and parents_ how each node was reached.
  void search(Node from, Node to) {
    queue_.assign(1, from);
    for (std::size_t i = 0; arrivals_[to] == EdgeLists::kEnd; ++i) {
      ISOLDE_REQUIRE(i < queue_.size());  // or the reason that was noted is none
      const Node node = queue_[i];
      for (EdgeLists::Cursor at = graph_.first(node); at != EdgeLists::kEnd; at = graph_.next(at)) {
        const Node next = graph_.neighbour(at);
        if (next == from || arrivals_[next] != EdgeLists::kEnd) continue;
        arrivals_[next] = at;
        parents_[next] = node;
        queue_.push_back(next);
      }
    }
  }

  const Polygraph& polygraph_;
  const Derivation& derivation_;
  EdgeLists graph_;                    // cells beyond the known edges are those of the steps, in order
  std::vector<std::uint32_t> owners_;  // the step of each of these
  std::vector<bool> is_needed_;
  std::vector<EdgeLists::Cursor> arrivals_;
  std::vector<Node> parents_;
  std::vector<Node> queue_;
  PruneRefutation result_;
};

}  // namespace

PruneRefutation explain_variable(const Polygraph& polygraph, const Derivation& derivation,
                                 const DerivationReason& second) {
  Explainer explainer(polygraph, derivation);
  const Literal last = derivation.steps.back().literal;
  explainer.result().variable = last.variable();
  explainer.need_last();
  explainer.add_step(~last, second);
  return explainer.finish();
}

PruneRefutation explain_clause(const Polygraph& polygraph, const Derivation& derivation, std::size_t clause) {
  Explainer explainer(polygraph, derivation);
  explainer.result().clause = clause;
  explainer.need_negations(clause, Literal());
  return explainer.finish();
}

}  // namespace isolde
