// Reachability by lines (paths that cover the graph, such as sessions): per node and line, the last place on
// the line from which the node is reached. Everything before it on the line reaches the node, too, so this is
// all there is to know: nodes * lines integers, and no times needed.
//
// Invariants
//   1. last(v)[l] is 1 + the position of the last node on line l that reaches v, 0 if there is none.
//   2. If u reaches v then last(v) >= last(u) everywhere, and last(v)[line of u] > position of u.
//
// So a new edge i -> j changes exactly the nodes that j reaches (and j) and i did not reach, each by the same
// row: that of i, with i. A walk along the edges finds them, and stops at nodes that i reached before.
// The mirror image (the first place that a node reaches on each line) would double memory and time and answer
// nothing that this does not.
#pragma once

#include "closure/growing.hpp"

namespace isolde {

class ChainClosure final : public GrowingClosure {
 public:
  // `order` is a topological order. Without lines in the hints, a greedy cover by paths takes their place.
  ChainClosure(EdgeLists successors, std::span<const Node> order, const ClosureHints& hints);

  [[nodiscard]] bool reaches(Node from, Node to) const override {
    return last_[to * stride_ + lines_[from]] > positions_[from];
  }

 private:
  using Place = std::int32_t;  // signed: SSE2 compares nothing else

  void connect(Edge edge) override;
  [[nodiscard]] std::size_t trail_size() const override { return saved_nodes_.size(); }
  void rewind(std::size_t trail_size) override;
  [[nodiscard]] std::size_t own_bytes() const override;

  void take_lines(const ClosureHints& hints, std::span<const Node> order);
  // Notes that `from`, and everything that reaches it, reaches `to`.
  void join(Node from, Node to);
  void save(Node node);

  std::vector<std::uint32_t> lines_;
  std::vector<Place> positions_;
  std::size_t stride_ = 0;  // lines, rounded up to whole vectors
  std::vector<Place> last_;
  // The trail: rows as they were.
  std::vector<Node> saved_nodes_;
  std::vector<Place> saved_rows_;
  std::vector<Node> pending_;
};

}  // namespace isolde
