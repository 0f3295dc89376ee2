// The known edges, and those of the literals that are true now, each with its literal. Edges come and go like
// a stack.
//
// Invariants
//   1. Edge i of added_ is in the lists of its two ends; lists are latest first, so the last edge is the
//      head of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "closure/closure.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

class TrailGraph {
 public:
  TrailGraph(std::size_t nodes, std::span<const Edge> known);

  void add(Edge edge, Literal literal);
  void remove_last();
  // Edges added and not removed; known ones do not count.
  [[nodiscard]] std::size_t size() const { return added_.size(); }
  [[nodiscard]] std::size_t node_count() const { return out_heads_.size(); }

  // Calls visit(successor) for each edge that leaves the node.
  template <class Visit>
  void visit_successors(Node node, Visit&& visit) const {
    for (std::uint32_t i = out_begins_[node]; i < out_begins_[node + 1]; ++i) visit(out_[i]);
    for (std::uint32_t i = out_heads_[node]; i != kEnd; i = added_[i].next_out) visit(added_[i].edge.to);
  }
  template <class Visit>
  void visit_predecessors(Node node, Visit&& visit) const {
    for (std::uint32_t i = in_begins_[node]; i < in_begins_[node + 1]; ++i) visit(in_[i]);
    for (std::uint32_t i = in_heads_[node]; i != kEnd; i = added_[i].next_in) visit(added_[i].edge.from);
  }

  // Whether there is a path among the known edges and the first `limit` added ones; finds one whose edges
  // need the fewest literals, not counting `free`. `can_reach(v)` may say false for nodes that do not reach
  // `to`, to save work. Cost: the edges of the nodes visited (breadth first with costs 0 and 1).
  template <class CanReach>
  [[nodiscard]] bool find_path(Node from, Node to, std::size_t limit, Literal free, CanReach&& can_reach);
  // Of the path just found: its literals, each once, `free` left out; its nodes, last first.
  void get_literals(Literal free, std::vector<Literal>& literals) const;
  void get_nodes(std::vector<Node>& nodes) const;

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t kEnd = 0xffffffffU;
  struct Added {
    Edge edge;
    Literal literal;
    std::uint32_t next_out;
    std::uint32_t next_in;
  };
  struct Visit {
    std::uint64_t stamp = 0;  // of the search that reached the node
    std::uint32_t cost = 0;
    Node before = 0;
    std::uint32_t literal = kEnd;  // of the edge from `before`
    bool is_done = false;
  };

  void begin_search(Node from, Node to);
  void reach(Node from, Node to, std::uint32_t literal, std::uint32_t cost);

  std::vector<std::uint32_t> out_begins_;  // known edges, by their start
  std::vector<Node> out_;
  std::vector<std::uint32_t> in_begins_;  // by their end
  std::vector<Node> in_;
  std::vector<std::uint32_t> out_heads_;
  std::vector<std::uint32_t> in_heads_;
  std::vector<Added> added_;

  std::vector<Visit> visits_;
  std::uint64_t stamp_ = 0;
  Node from_ = 0;
  Node to_ = 0;
  std::vector<Node> now_;    // to expand at the current cost
  std::vector<Node> later_;  // at the next
};

template <class CanReach>
bool TrailGraph::find_path(Node from, Node to, std::size_t limit, Literal free, CanReach&& can_reach) {
  begin_search(from, to);
  for (std::uint32_t cost = 0; !now_.empty() || !later_.empty();) {
    if (now_.empty()) {
      now_.swap(later_);
      ++cost;
      continue;
    }
    const Node node = now_.back();
    now_.pop_back();
    if (visits_[node].is_done || visits_[node].cost != cost) continue;
    visits_[node].is_done = true;
    if (node == to) return true;
    for (std::uint32_t i = out_begins_[node]; i < out_begins_[node + 1]; ++i)
      if (can_reach(out_[i])) reach(node, out_[i], kEnd, cost);
    for (std::uint32_t i = out_heads_[node]; i != kEnd; i = added_[i].next_out) {
      const Added& added = added_[i];
      if (i >= limit || !can_reach(added.edge.to)) continue;
      reach(node, added.edge.to, added.literal.code(), cost + (added.literal == free ? 0U : 1U));
    }
  }
  return false;
}

}  // namespace isolde
