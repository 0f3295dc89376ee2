#include "closure/full/full_rows.hpp"

namespace isolde {

FullRows::FullRows(EdgeLists successors)
    : GrowingClosure(std::move(successors)), stride_((node_count() + 63) / 64) {
  bits_.resize(node_count() * stride_);
}

void FullRows::connect_by_walking(Edge edge) {
  const std::uint64_t* const row = bits_.data() + edge.to * stride_;
  std::size_t first = 0;
  std::size_t end = stride_;
  while (end > 0 && row[end - 1] == 0) --end;
  while (first < end && row[first] == 0) ++first;
  pending_.assign(1, edge.from);
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (has(node, edge.to)) continue;
    bits_.merge(node * stride_ + first, row + first, end - first, is_recording());
    mark_edge(node, edge.to);
    predecessors().for_each(node, [&](Node before) {
      if (!has(before, edge.to)) pending_.push_back(before);
    });
  }
}

}  // namespace isolde
