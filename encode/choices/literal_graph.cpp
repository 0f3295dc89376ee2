#include "encode/choices/literal_graph.hpp"

#include <algorithm>
#include <span>

namespace isolde {

Literal LiteralGraph::constant(bool truth) {
  if (!constant_) {
    constant_ = graph_.add_variable({});
    const Literal literal(*constant_, true);
    graph_.add_clause(std::span(&literal, 1));
  }
  return {*constant_, truth};
}

void LiteralGraph::add_clause(std::vector<Literal> clause) {
  const Literal truth = constant(true);
  if (std::ranges::find(clause, truth) != clause.end()) return;
  std::erase(clause, ~truth);
  if (clause.empty()) clause.push_back(~truth);
  literals_ += clause.size();
  graph_.add_clause(clause);
}

void LiteralGraph::add_edge(Literal literal, Edge edge, EdgeReason reason) {
  if (literal == constant(false)) return;
  ++literals_;
  if (literal == constant(true))
    graph_.add_known(edge, reason);
  else
    graph_.add_edge(literal, edge, reason);
}

}  // namespace isolde
