// The compact closure of Vbox section 4.4, as bits: where two nodes' intervals do not overlap, time says who
// reaches whom, and nothing is stored.
//
// A row holds the nodes that reach its node, and time is looked at backwards: in the graph with all edges
// turned round, a node begins at its end and is over at its start. That way an insertion walks along the
// edges from its head. Orders found later mostly agree with the order of ends (commits), so what comes after
// the head is mostly known, and the walk is short; against the edges it was found to be up to two hundred
// times longer.
//
// closure/window_layout.hpp says which words are stored, and what the others are.
//
// Invariant: bits of stored words are the truth, also where time decides.
//
// A node without an interval of its own overlaps everybody (start and end as far apart as can be) and costs
// everybody a bit; a point in time is better given as an interval of length zero.
// Construction as in Purdom's algorithm, insertion as in Italiano's, both on these rows. Without times every
// row is full.
#pragma once

#include "closure/growing.hpp"
#include "closure/window_layout.hpp"
#include "closure/word_trail.hpp"

namespace isolde {

class WindowClosure final : public GrowingClosure {
 public:
  // `order` is a topological order of the graph.
  WindowClosure(EdgeLists successors, std::span<const Node> order, const ClosureHints& hints);

  [[nodiscard]] bool reaches(Node from, Node to) const override {
    return has(layout_.ranks[to], layout_.ranks[from]);
  }

 private:
  static constexpr Block kBits = 64;

  [[nodiscard]] static Block end_of(const WindowRow& row) { return row.last / kBits + 1; }
  [[nodiscard]] static std::size_t dense(const WindowRow& row, Block block) {
    return row.words + row.listed + block - row.first;
  }
  // Whether `from` reaches `to` in the turned graph, as in join().
  [[nodiscard]] bool has(Rank from, Rank to) const;
  // Where the row has the word of a block; kAbsent if the row does not store it. Requires that the block does
  // not lie behind the row.
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);
  [[nodiscard]] std::size_t place(const WindowRow& row, Block block) const;
  // Notes that `from` reaches `to` and everything that `to` reaches.
  void join(Rank from, Rank to);
  void join_listed(const WindowRow& target, const WindowRow& source);
  void join_dense(const WindowRow& target, const WindowRow& source);

  void connect(Edge edge) override;
  [[nodiscard]] std::size_t trail_size() const override { return bits_.trail_size(); }
  void rewind(std::size_t trail_size) override { bits_.rewind(trail_size); }
  [[nodiscard]] std::size_t own_bytes() const override;

  WindowLayout layout_;
  WordTrail bits_;
  std::vector<Node> pending_;
};

}  // namespace isolde
