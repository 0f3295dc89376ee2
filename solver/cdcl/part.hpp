// A part of a polygraph as a problem of its own, its nodes and variables numbered anew. Edges that leave the
// part are dropped, so a part must contain every cycle that it shares a node with (a strongly connected
// component of all edges, known or possible, does), and with a variable all that share a clause with it.
// Hints stay true of the polygraph; a path they promise may leave the part, but none that is on a cycle does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "closure/closure.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

// Edges of literals, by literal.
class LiteralEdges {
 public:
  [[nodiscard]] std::span<const Edge> of(Literal literal) const {
    return std::span(edges_).subspan(begins_[literal.code()],
                                     begins_[literal.code() + 1] - begins_[literal.code()]);
  }
  [[nodiscard]] std::size_t literal_count() const { return begins_.size() - 1; }
  [[nodiscard]] std::size_t size() const { return edges_.size(); }

  // Edges are added for one literal after the other, in the order of codes; close() ends a literal's.
  void add(Edge edge) { edges_.push_back(edge); }
  void close() { begins_.push_back(static_cast<std::uint32_t>(edges_.size())); }

 private:
  std::vector<std::uint32_t> begins_{0};
  std::vector<Edge> edges_;
};

struct Part {
  std::vector<Node> nodes;          // by local number: the polygraph's
  std::vector<Variable> variables;  // likewise
  std::vector<Edge> known;
  LiteralEdges edges;
  std::vector<std::vector<Literal>> clauses;
  ClosureHints hints;
};

inline constexpr std::uint32_t kNoPart = 0xffffffffU;

// part_of_node and part_of_variable name the part of each, below `count`, or kNoPart; a variable in a clause
// has one. No clause is empty. Linear in the size of the polygraph, however many parts there are.
[[nodiscard]] std::vector<Part> make_parts(const Polygraph& polygraph, std::size_t count,
                                           std::span<const std::uint32_t> part_of_node,
                                           std::span<const std::uint32_t> part_of_variable);

}  // namespace isolde
