// Dijkstra, over arcs that have an edge and a cost; and what the arcs of proofs cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "closure/closure.hpp"

namespace isolde {

inline constexpr std::uint32_t kNoPath = std::numeric_limits<std::uint32_t>::max();

// Any cycle with fewer steps is cheaper, up to some dozens of steps; then the one with fewer orders and
// assumptions.
namespace arc_cost {
inline constexpr std::uint32_t kStep = 1000;
inline constexpr std::uint32_t kGivenOrder = kStep + 10;
inline constexpr std::uint32_t kAssumedRead = kStep + 1;
inline constexpr std::uint32_t kAssumedWrite = kStep + 3;
}  // namespace arc_cost

// The arcs in order; empty if there is none, with kNoPath as its cost, or if the two are one. `out` has the
// arcs that leave each node.
template <class Arc>
std::vector<const Arc*> cheapest_path(const std::vector<std::vector<Arc>>& out, Node from, Node to,
                                      std::uint32_t& cost) {
  std::vector<std::uint32_t> costs(out.size(), kNoPath);
  std::vector<const Arc*> by(out.size());
  using Entry = std::pair<std::uint32_t, Node>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  costs[from] = 0;
  queue.emplace(0U, from);
  while (!queue.empty() && queue.top().second != to) {
    const auto [at, node] = queue.top();
    queue.pop();
    if (at != costs[node]) continue;
    for (const Arc& arc : out[node]) {
      if (at + arc.cost >= costs[arc.edge.to]) continue;
      costs[arc.edge.to] = at + arc.cost;
      by[arc.edge.to] = &arc;
      queue.emplace(at + arc.cost, arc.edge.to);
    }
  }
  std::vector<const Arc*> path;
  cost = costs[to];
  if (cost == kNoPath) return path;
  for (Node node = to; node != from; node = by[node]->edge.from) path.push_back(by[node]);
  std::ranges::reverse(path);
  return path;
}

}  // namespace isolde
