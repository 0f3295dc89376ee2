#include "closure/full_rows.hpp"

namespace isolde {

FullRows::FullRows(EdgeLists successors)
    : GrowingClosure(std::move(successors)), stride_((node_count() + 63) / 64) {
  bits_.resize(node_count() * stride_);
}

void FullRows::connect_by_walking(Edge edge) {
  pending_.assign(1, edge.from);
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (has(node, edge.to)) continue;
    join(node, edge.to);
    predecessors().for_each(node, [&](Node before) { pending_.push_back(before); });
  }
}

}  // namespace isolde
