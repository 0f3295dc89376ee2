// Topological orders, strongly connected components and covers by paths of a graph that does not change
// meanwhile, each in one pass over it.
#pragma once

#include <optional>
#include <vector>

#include "closure/edge_lists.hpp"

namespace isolde {

// All nodes, each before its successors; nothing if there is a cycle. Breadth first from the sources.
[[nodiscard]] std::optional<std::vector<Node>> topological_order(const EdgeLists& successors);

// Strongly connected components, numbered such that edges between different ones lead to lower numbers.
struct StrongComponents {
  std::vector<std::uint32_t> of;  // by node
  std::uint32_t count = 0;
};
[[nodiscard]] StrongComponents strong_components(const EdgeLists& successors);

// A greedy cover of an acyclic graph by paths, in the form of hints: lines and positions. Not the smallest
// one, which would take a matching; each path goes on to the nearest node that no other path has taken.
struct PathCover {
  std::vector<std::uint32_t> lines;
  std::vector<std::uint32_t> positions;
  std::uint32_t count = 0;
};
[[nodiscard]] PathCover cover_by_paths(const EdgeLists& successors, std::span<const Node> order);

}  // namespace isolde
