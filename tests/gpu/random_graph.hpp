// Random graphs, and what reaches what in them by breadth-first search, as rows of 32-bit words like the
// kernels'.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "closure/edge_lists.hpp"

namespace isolde {

// Degree edges per node along a hidden order; `near` > 0: no further than that in it, which makes deep
// graphs. With cycles: some edges go against the order.
inline std::vector<Edge> random_edges(Random& random, std::size_t nodes, double degree, std::size_t near = 0,
                                      bool with_cycles = false) {
  std::vector<Node> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(order);
  std::vector<Edge> edges;
  if (nodes < 2) return edges;
  for (auto left = static_cast<std::size_t>(degree * static_cast<double>(nodes)); left > 0; --left) {
    std::size_t a = random.below(nodes);
    std::size_t b = near > 0 ? std::min(nodes - 1, a + 1 + random.below(near)) : random.below(nodes);
    if (a > b && !(with_cycles && random.chance(0.1))) std::swap(a, b);
    if (a != b) edges.push_back({order[a], order[b]});
  }
  return edges;
}

inline std::vector<std::uint32_t> reachability(std::size_t nodes, std::span<const Edge> edges) {
  const EdgeLists successors(nodes, edges);
  const std::size_t width = (nodes + 31) / 32;
  std::vector<std::uint32_t> bits(nodes * width);
  std::vector<Node> queue;
  for (Node start = 0; start < nodes; ++start) {
    queue.assign(1, start);
    for (std::size_t i = 0; i < queue.size(); ++i)
      successors.for_each(queue[i], [&](Node to) {
        std::uint32_t& word = bits[start * width + to / 32];
        const std::uint32_t bit = 1U << (to % 32);
        if ((word & bit) == 0) queue.push_back(to);
        word |= bit;
      });
  }
  return bits;
}

}  // namespace isolde
