// Some arc that lies on a cycle, in linear time: depth first, until an arc leads back to where the search is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "closure/closure.hpp"

namespace isolde {

// Null if there is no cycle. `out` has the arcs that leave each node.
template <class Arc>
const Arc* arc_on_cycle(const std::vector<std::vector<Arc>>& out) {
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Mark> marks(out.size(), Mark::kNew);
  std::vector<std::pair<Node, std::size_t>> stack;  // nodes, and how many of their arcs were followed
  for (Node first = 0; first < out.size(); ++first) {
    if (marks[first] != Mark::kNew) continue;
    stack.emplace_back(first, 0);
    marks[first] = Mark::kOpen;
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == out[node].size()) {
        marks[node] = Mark::kDone;
        stack.pop_back();
        continue;
      }
      const Arc& arc = out[node][next++];
      if (marks[arc.edge.to] == Mark::kOpen) return &arc;
      if (marks[arc.edge.to] == Mark::kDone) continue;
      marks[arc.edge.to] = Mark::kOpen;
      stack.emplace_back(arc.edge.to, 0);
    }
  }
  return nullptr;
}

}  // namespace isolde
