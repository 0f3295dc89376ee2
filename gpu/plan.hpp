// The graph as a device needs it for closing: lists of successors, a topological order, and levels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "closure/closure.hpp"

namespace isolde {

struct ClosurePlan {
  std::vector<std::uint32_t> begins;  // successors of v: targets[begins[v] .. begins[v + 1])
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> order;   // all nodes, each behind its successors, by level
  std::vector<std::uint32_t> levels;  // level l is order[levels[l] .. levels[l + 1])

  [[nodiscard]] std::size_t node_count() const { return begins.size() - 1; }
  [[nodiscard]] std::size_t level_count() const { return levels.size() - 1; }
};

// Nothing if there is a cycle. Linear.
[[nodiscard]] std::optional<ClosurePlan> plan_closure(std::size_t nodes, std::span<const Edge> edges);

}  // namespace isolde
