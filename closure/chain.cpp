#include "closure/chain.hpp"

#include <algorithm>

#include "base/contract.hpp"
#include "closure/topology.hpp"

namespace isolde {
namespace {

constexpr std::size_t kVector = 4;

}  // namespace

ChainClosure::ChainClosure(EdgeLists successors_of, std::span<const Node> order, const ClosureHints& hints)
    : GrowingClosure(std::move(successors_of)) {
  take_lines(hints, order);
  last_.resize(node_count() * stride_);
  for (const Node node : order)
    successors().for_each(node, [&](Node next) {
      if (!reaches(node, next)) join(node, next);
    });
}

void ChainClosure::take_lines(const ClosureHints& hints, std::span<const Node> order) {
  PathCover cover;
  const bool is_given = !hints.lines.empty();
  if (!is_given) cover = cover_by_paths(successors(), order);
  lines_ = is_given ? hints.lines : std::move(cover.lines);
  const std::vector<std::uint32_t>& positions = is_given ? hints.positions : cover.positions;
  ISOLDE_REQUIRE(lines_.size() == node_count() && positions.size() == node_count());
  positions_.assign(positions.begin(), positions.end());
  const std::size_t count =
      lines_.empty() ? 0 : *std::max_element(lines_.begin(), lines_.end()) + std::size_t{1};
  stride_ = (count + kVector - 1) / kVector * kVector;
}

void ChainClosure::join(Node from, Node to) {
  const Place* source = last_.data() + from * stride_;
  Place* target = last_.data() + to * stride_;
  for (std::size_t line = 0; line < stride_; ++line) target[line] = std::max(target[line], source[line]);
  Place& own = target[lines_[from]];
  own = std::max(own, positions_[from] + 1);
}

void ChainClosure::connect(Edge edge) {
  pending_.assign(1, edge.to);
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (reaches(edge.from, node)) continue;
    if (is_recording()) save(node);
    join(edge.from, node);
    successors().for_each(node, [&](Node next) {
      if (!reaches(edge.from, next)) pending_.push_back(next);
    });
  }
}

// Saves the whole row: about half of it changes, and a copy is cheaper than noting single places.
void ChainClosure::save(Node node) {
  saved_nodes_.push_back(node);
  const auto row = last_.begin() + static_cast<std::ptrdiff_t>(node * stride_);
  saved_rows_.insert(saved_rows_.end(), row, row + static_cast<std::ptrdiff_t>(stride_));
}

void ChainClosure::rewind(std::size_t trail_size) {
  for (; saved_nodes_.size() > trail_size; saved_nodes_.pop_back()) {
    const auto row = saved_rows_.end() - static_cast<std::ptrdiff_t>(stride_);
    std::copy(row, saved_rows_.end(),
              last_.begin() + static_cast<std::ptrdiff_t>(saved_nodes_.back() * stride_));
    saved_rows_.erase(row, saved_rows_.end());
  }
}

std::size_t ChainClosure::own_bytes() const {
  return (lines_.capacity() + saved_nodes_.capacity() + pending_.capacity()) * sizeof(Node) +
         (positions_.capacity() + last_.capacity() + saved_rows_.capacity()) * sizeof(Place);
}

}  // namespace isolde
