#include "gpu/plan.hpp"

#include <algorithm>

#include "closure/topology.hpp"

namespace isolde {
namespace {

void list_successors(std::size_t nodes, std::span<const Edge> edges, ClosurePlan& plan) {
  std::vector<std::uint32_t> next(nodes + 2);
  for (const Edge& edge : edges) ++next[edge.from + 2];
  for (std::size_t i = 2; i < next.size(); ++i) next[i] += next[i - 1];
  plan.targets.resize(edges.size());
  for (const Edge& edge : edges) plan.targets[next[edge.from + 1]++] = edge.to;
  next.pop_back();
  plan.begins = std::move(next);
}

}  // namespace

std::optional<ClosurePlan> plan_closure(std::size_t nodes, std::span<const Edge> edges) {
  const std::optional<std::vector<Node>> order = topological_order(EdgeLists(nodes, edges));
  if (!order) return std::nullopt;
  ClosurePlan plan;
  list_successors(nodes, edges, plan);
  // The level of a node is the number of edges on its longest way to an end.
  std::vector<std::uint32_t> level_of(nodes);
  std::uint32_t levels = nodes == 0 ? 0 : 1;
  for (std::size_t i = nodes; i-- > 0;) {
    const Node node = (*order)[i];
    for (std::uint32_t at = plan.begins[node]; at < plan.begins[node + 1]; ++at)
      level_of[node] = std::max(level_of[node], level_of[plan.targets[at]] + 1);
    levels = std::max(levels, level_of[node] + 1);
  }
  plan.levels.assign(levels + 1, 0);
  for (const std::uint32_t level : level_of) ++plan.levels[level + 1];
  for (std::size_t i = 1; i < plan.levels.size(); ++i) plan.levels[i] += plan.levels[i - 1];
  std::vector<std::uint32_t> next = plan.levels;
  plan.order.resize(nodes);
  for (Node node = 0; node < nodes; ++node) plan.order[next[level_of[node]]++] = node;
  return plan;
}

}  // namespace isolde
