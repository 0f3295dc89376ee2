// A polygraph in the making whose literals may be truth values: what they decide leaves no trace in clauses
// and edges. A truth value is a literal of a variable that a clause fixes, made when it is first asked for.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "polygraph/polygraph.hpp"

namespace isolde {

class LiteralGraph {
 public:
  [[nodiscard]] Polygraph& graph() { return graph_; }
  [[nodiscard]] const Polygraph& graph() const { return graph_; }
  // In clauses and edge sets so far.
  [[nodiscard]] std::size_t literal_count() const { return literals_; }

  [[nodiscard]] Literal constant(bool truth);
  // A new one that means nothing by itself.
  [[nodiscard]] Literal auxiliary() { return {graph_.add_variable({}), true}; }

  void add_clause(std::vector<Literal> clause);
  // The literal adds the edge; if it is true, the edge is known.
  void add_edge(Literal literal, Edge edge, EdgeReason reason);

 private:
  Polygraph graph_;
  std::optional<Variable> constant_;
  std::size_t literals_ = 0;
};

}  // namespace isolde
