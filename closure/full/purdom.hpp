// Purdom's construction (1970): condense, sort topologically, and give each node the rows of its successors,
// last node first. O(edges * n / 64). A graph with a cycle has no closure here, so every component is one
// node, and the sort that finds cycles is all there is to condense.
#pragma once

#include "closure/full/full_rows.hpp"

namespace isolde {

class PurdomClosure final : public FullRows {
 public:
  // `order` is a topological order of the graph.
  PurdomClosure(EdgeLists successors, std::span<const Edge> edges, std::span<const Node> order);

 private:
  void connect(Edge edge) override { connect_by_walking(edge); }
};

}  // namespace isolde
