// The edges of a graph by node, for graphs that grow and shrink again in reverse order: a linked list per
// node in one flat array. The edges given at first lie in the order of their nodes, so that walking them is
// walking an array; later ones go in front of their list, and leave from there.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "closure/closure.hpp"

namespace isolde {

class EdgeLists {
 public:
  using Cursor = std::uint32_t;  // a place in a list; kEnd behind the last
  static constexpr Cursor kEnd = std::numeric_limits<Cursor>::max();
  enum class Direction : std::uint8_t { kSuccessors, kPredecessors };

  EdgeLists(std::size_t nodes, std::span<const Edge> edges, Direction direction = Direction::kSuccessors);

  [[nodiscard]] std::size_t node_count() const { return heads_.size(); }
  [[nodiscard]] Cursor first(Node node) const { return heads_[node]; }
  [[nodiscard]] Cursor next(Cursor at) const { return cells_[at].next; }
  [[nodiscard]] Node neighbour(Cursor at) const { return cells_[at].neighbour; }

  template <class Visit>
  void for_each(Node node, Visit&& visit) const {
    for (Cursor at = heads_[node]; at != kEnd; at = cells_[at].next) visit(cells_[at].neighbour);
  }

  void push(Node node, Node neighbour) {
    cells_.push_back({neighbour, heads_[node]});
    heads_[node] = static_cast<Cursor>(cells_.size() - 1);
  }
  // Takes back the last push, which was for `node`.
  void pop(Node node) {
    heads_[node] = cells_.back().next;
    cells_.pop_back();
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return heads_.capacity() * sizeof(Cursor) + cells_.capacity() * sizeof(Cell);
  }

 private:
  struct Cell {
    Node neighbour;
    Cursor next;
  };
  std::vector<Cursor> heads_;
  std::vector<Cell> cells_;
};

}  // namespace isolde
