#include "solver/cdcl/dynamic_order.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

DynamicOrder::DynamicOrder(const TrailGraph& graph, std::span<const Node> order)
    : graph_(graph), ranks_(order.size()), marks_(order.size()) {
  ISOLDE_REQUIRE(order.size() == graph.node_count());
  for (std::size_t i = 0; i < order.size(); ++i) ranks_[order[i]] = static_cast<std::uint32_t>(i);
}

// Collects all nodes that the edge's end reaches and that are no later than its start; false if the start is
// among them.
bool DynamicOrder::search_forward(Edge edge) {
  const std::uint32_t last = ranks_[edge.from];
  bool is_cycle = false;
  marks_[edge.to] = after_mark_;
  after_.assign(1, edge.to);
  for (std::size_t i = 0; i < after_.size() && !is_cycle; ++i) {
    graph_.visit_successors(after_[i], [&](Node next) {
      if (ranks_[next] > last || marks_[next] == after_mark_) return;
      if (next == edge.from) is_cycle = true;
      marks_[next] = after_mark_;
      after_.push_back(next);
    });
  }
  return !is_cycle;
}

void DynamicOrder::search_backward(Edge edge) {
  const std::uint32_t first = ranks_[edge.to];
  marks_[edge.from] = before_mark_;
  before_.assign(1, edge.from);
  for (std::size_t i = 0; i < before_.size(); ++i) {
    graph_.visit_predecessors(before_[i], [&](Node next) {
      if (ranks_[next] < first || marks_[next] == before_mark_) return;
      marks_[next] = before_mark_;
      before_.push_back(next);
    });
  }
}

// Shares the places of the two sets anew: first come the nodes before the edge, then those after it, each in
// their old order.
void DynamicOrder::reorder() {
  const auto rank = [&](Node node) { return ranks_[node]; };
  std::ranges::sort(before_, {}, rank);
  std::ranges::sort(after_, {}, rank);
  pool_.clear();
  for (const std::vector<Node>* nodes : {&before_, &after_})
    for (const Node node : *nodes) pool_.push_back(ranks_[node]);
  std::ranges::sort(pool_);
  ISOLDE_INVARIANT(std::ranges::adjacent_find(pool_) == pool_.end());  // no node is in both sets
  std::size_t next = 0;
  for (const std::vector<Node>* nodes : {&before_, &after_})
    for (const Node node : *nodes) ranks_[node] = pool_[next++];
}

bool DynamicOrder::admit(Edge edge) {
  after_mark_ = before_mark_ + 1;
  before_mark_ = after_mark_ + 1;
  after_.clear();
  before_.clear();
  if (edge.from == edge.to) return false;
  if (agrees(edge)) return true;
  if (!search_forward(edge)) {
    after_.clear();
    return false;
  }
  search_backward(edge);
  reorder();
  return true;
}

std::size_t DynamicOrder::memory_bytes() const {
  return (ranks_.capacity() + after_.capacity() + before_.capacity() + pool_.capacity()) *
             sizeof(std::uint32_t) +
         marks_.capacity() * sizeof(std::uint64_t);
}

}  // namespace isolde
