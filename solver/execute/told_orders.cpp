#include "solver/execute/told_orders.hpp"

#include <algorithm>

#include "closure/topology.hpp"
#include "encode/items/told_pairs.hpp"

namespace isolde {

std::vector<ChainOrder> told_orders(const History& history, const Items& items, const Chains& chains,
                                    std::span<const VersionOrder> orders) {
  std::vector<ChainOrder> told;
  for (const std::vector<Version>& list : listed_versions(history, items, orders)) {
    for (std::size_t i = 1; i < list.size(); ++i) {
      const ChainOrder order{chains.head(list[i - 1]), chains.head(list[i])};
      if (order.before != order.after && !items.is_initial(order.before) && !items.is_initial(order.after))
        told.push_back(order);
    }
  }
  std::ranges::sort(told);
  told.erase(std::ranges::unique(told).begin(), told.end());
  return told;
}

namespace {

std::vector<Edge> edges_of(const Items& items, const Chains& chains, const Lines& lines,
                           std::span<const ChainOrder> told) {
  std::vector<Edge> edges;
  for (Member member = 0; member < items.member_count(); ++member) {
    if (const Member before = lines.predecessor(member); before != kNone) edges.push_back({before, member});
    for (const Version version : items.reads(member))
      if (!items.is_initial(version)) edges.push_back({items.writer(version), member});
  }
  for (Version version = 0; version < items.version_count(); ++version) {
    const Version next = chains.next(version);
    if (next == kNone) continue;  // nobody is known to overwrite it
    for (const Member reader : items.readers(version))
      if (reader != items.writer(next)) edges.push_back({reader, items.writer(next)});
  }
  for (const ChainOrder& order : told) {
    const Version tail = chains.tail(order.before);
    const Member later = items.writer(order.after);
    if (items.writer(tail) != later) edges.push_back({items.writer(tail), later});
    for (const Member reader : items.readers(tail))
      if (reader != later) edges.push_back({reader, later});
  }
  return edges;
}

}  // namespace

std::optional<Priorities> priorities_by_orders(const Items& items, const Chains& chains, const Lines& lines,
                                               std::span<const ChainOrder> told) {
  std::vector<Edge> edges = edges_of(items, chains, lines, told);
  const std::optional<std::vector<Node>> order = topological_order(EdgeLists(items.member_count(), edges));
  if (!order) return std::nullopt;
  std::vector<std::uint32_t> places(order->size());
  for (std::uint32_t i = 0; i < order->size(); ++i) places[(*order)[i]] = i;
  std::ranges::sort(edges, {}, [&](const Edge& edge) { return places[edge.from]; });
  Priorities depth(items.member_count(), 0);
  for (const Edge& edge : edges) depth[edge.to] = std::max(depth[edge.to], depth[edge.from] + 1);
  const std::uint32_t deepest = depth.empty() ? 0 : std::ranges::max(depth);
  Priorities height(items.member_count(), deepest);
  for (std::size_t i = edges.size(); i-- > 0;)
    height[edges[i].from] = std::min(height[edges[i].from], height[edges[i].to] - 1);
  for (Member member = 0; member < depth.size(); ++member) depth[member] += height[member];
  return depth;
}

}  // namespace isolde
