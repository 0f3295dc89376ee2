// A topological order that is kept up to date as edges are added (Pearce and Kelly, JEA 2006): an edge
// against the order makes only the nodes between its ends move. Removing edges needs nothing: the order stays
// one.
//
// Invariants
//   1. ranks_ is a permutation of 0 .. n-1, and every edge of the graph goes from a smaller to a larger rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/cdcl/trail_graph.hpp"

namespace isolde {

class DynamicOrder {
 public:
  // `order` holds every node of the graph once and agrees with its edges.
  DynamicOrder(const TrailGraph& graph, std::span<const Node> order);

  [[nodiscard]] std::uint32_t rank(Node node) const { return ranks_[node]; }
  [[nodiscard]] bool agrees(Edge edge) const { return ranks_[edge.from] < ranks_[edge.to]; }

  // Makes room for an edge that the graph does not have yet; false, and nothing changes, if it would close a
  // cycle. Cost: the edges of the nodes between its ends in the order that the one reaches, or that reach the
  // other.
  [[nodiscard]] bool admit(Edge edge);
  // Of the last admit(): nodes that its edge's end reaches, itself included, and nodes that reach its start;
  // only those that had to be looked at, none if the edge agreed with the order anyhow.
  [[nodiscard]] std::span<const Node> after() const { return after_; }
  [[nodiscard]] bool is_before(Node node) const { return marks_[node] == before_mark_; }

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  [[nodiscard]] bool search_forward(Edge edge);
  void search_backward(Edge edge);
  void reorder();

  const TrailGraph& graph_;
  std::vector<std::uint32_t> ranks_;
  std::vector<Node> after_;
  std::vector<Node> before_;
  std::vector<std::uint64_t> marks_;
  std::uint64_t after_mark_ = 0;
  std::uint64_t before_mark_ = 0;
  std::vector<std::uint32_t> pool_;
};

}  // namespace isolde
