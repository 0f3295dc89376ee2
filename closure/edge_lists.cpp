#include "closure/edge_lists.hpp"

#include "base/contract.hpp"

namespace isolde {

// Counting sort by node, stable: a list has its edges in the order given.
EdgeLists::EdgeLists(std::size_t nodes, std::span<const Edge> edges, Direction direction)
    : heads_(nodes, kEnd), cells_(edges.size()) {
  ISOLDE_REQUIRE(nodes < kEnd && edges.size() < kEnd);
  const bool forward = direction == Direction::kSuccessors;
  std::vector<Cursor> ends(nodes + 1);
  for (const Edge& edge : edges) ++ends[(forward ? edge.from : edge.to) + 1];
  for (std::size_t node = 0; node < nodes; ++node) {
    if (ends[node + 1] > 0) heads_[node] = ends[node];
    ends[node + 1] += ends[node];
  }
  for (const Edge& edge : edges) {
    const Cursor at = ends[forward ? edge.from : edge.to]++;
    cells_[at] = {forward ? edge.to : edge.from, at + 1};
  }
  // Now ends[node] is where the list of `node` ends.
  for (std::size_t node = 0; node < nodes; ++node)
    if (heads_[node] != kEnd) cells_[ends[node] - 1].next = kEnd;
}

}  // namespace isolde
