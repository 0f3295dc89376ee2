#include "closure/bit_closure.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

BitClosure::BitClosure(std::size_t nodes)
    : nodes_(nodes), words_((nodes + 63) / 64), rows_(nodes * ((nodes + 63) / 64)) {}

// Rows are completed from the sinks up, so that each edge is looked at once.
bool BitClosure::close(std::span<const Edge> edges) {
  std::vector<std::uint32_t> out_degree(nodes_);
  std::vector<std::vector<Node>> in(nodes_);
  for (const Edge& edge : edges) {
    ++out_degree[edge.from];
    in[edge.to].push_back(edge.from);
  }
  std::vector<Node> order;
  for (Node node = 0; node < nodes_; ++node)
    if (out_degree[node] == 0) order.push_back(node);
  for (std::size_t head = 0; head < order.size(); ++head)
    for (const Node from : in[order[head]])
      if (--out_degree[from] == 0) order.push_back(from);
  if (order.size() != nodes_) return false;
  // When a node's turn comes its own row is complete.
  for (const Node node : order)
    for (const Node from : in[node])
      if (!reaches(from, node)) unite(from, node);
  return true;
}

void BitClosure::insert(Edge edge, bool is_permanent) {
  ISOLDE_INVARIANT(!closes_cycle(edge));
  if (reaches(edge.from, edge.to)) return;
  for (Node node = 0; node < nodes_; ++node) {
    if ((node != edge.from && !reaches(node, edge.from)) || reaches(node, edge.to)) continue;
    if (!is_permanent) {
      const std::uint64_t* row = rows_.data() + node * words_;
      saved_.push_back({node, saved_words_.size()});
      saved_words_.insert(saved_words_.end(), row, row + words_);
    }
    unite(node, edge.to);
  }
}

void BitClosure::undo(std::size_t mark) {
  while (saved_.size() > mark) {
    const SavedRow& saved = saved_.back();
    std::copy(saved_words_.begin() + static_cast<std::ptrdiff_t>(saved.begin), saved_words_.end(),
              rows_.begin() + static_cast<std::ptrdiff_t>(saved.row * words_));
    saved_words_.resize(saved.begin);
    saved_.pop_back();
  }
}

}  // namespace isolde
