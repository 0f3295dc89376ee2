#include "closure/growing.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {
namespace {

constexpr Node kNobody = 0xffffffffU;

}  // namespace

GrowingClosure::GrowingClosure(EdgeLists successors)
    : successors_(std::move(successors)), predecessors_(0, {}) {}

void GrowingClosure::keep_predecessors(std::span<const Edge> edges) {
  predecessors_ = EdgeLists(node_count(), edges, EdgeLists::Direction::kPredecessors);
}

bool GrowingClosure::insert(Edge edge) {
  if (edge.from == edge.to || reaches(edge.to, edge.from)) return false;
  const bool is_news = !reaches(edge.from, edge.to);
  if (is_recording_) insertions_.push_back({edge, trail_size()});
  successors_.push(edge.from, edge.to);
  if (predecessors_.node_count() > 0) predecessors_.push(edge.to, edge.from);
  if (is_news) connect(edge);
  return true;
}

Closure::Mark GrowingClosure::mark() {
  is_recording_ = true;
  return insertions_.size();
}

void GrowingClosure::undo(Mark mark) {
  ISOLDE_REQUIRE(is_recording_ && mark <= insertions_.size());
  if (mark == insertions_.size()) return;
  rewind(insertions_[mark].trail_size);
  while (insertions_.size() > mark) {
    const Edge edge = insertions_.back().edge;
    successors_.pop(edge.from);
    if (predecessors_.node_count() > 0) predecessors_.pop(edge.to);
    insertions_.pop_back();
  }
}

// Searches breadth first and only through nodes that reach `to`, so that no step is a dead end.
std::vector<Node> GrowingClosure::path(Node from, Node to) const {
  if (!reaches(from, to)) return {};
  parents_.resize(node_count(), kNobody);
  queue_.assign(1, from);
  for (std::size_t i = 0; parents_[to] == kNobody; ++i) {
    ISOLDE_INVARIANT(i < queue_.size());
    const Node node = queue_[i];
    successors_.for_each(node, [&](Node next) {
      if (parents_[next] != kNobody || (next != to && !reaches(next, to))) return;
      parents_[next] = node;
      queue_.push_back(next);
    });
  }
  std::vector<Node> result{to};
  while (result.back() != from) result.push_back(parents_[result.back()]);
  std::reverse(result.begin(), result.end());
  for (const Node node : queue_) parents_[node] = kNobody;
  return result;
}

std::vector<bool> GrowingClosure::reached_by_walking(Node source) const {
  std::vector<bool> is_reached(node_count());
  std::vector<Node> pending = {source};
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    successors_.for_each(node, [&](Node next) {
      if (is_reached[next]) return;
      is_reached[next] = true;
      pending.push_back(next);
    });
  }
  return is_reached;
}

bool GrowingClosure::check_invariants(std::size_t sources) const {
  const std::size_t step = std::max<std::size_t>(1, node_count() / std::max<std::size_t>(1, sources));
  for (std::size_t source = 0; source < node_count(); source += step) {
    const std::vector<bool> is_reached = reached_by_walking(static_cast<Node>(source));
    if (is_reached[source]) return false;
    for (std::size_t node = 0; node < node_count(); ++node)
      if (reaches(static_cast<Node>(source), static_cast<Node>(node)) != is_reached[node]) return false;
  }
  return true;
}

std::size_t GrowingClosure::memory_bytes() const {
  return successors_.memory_bytes() + predecessors_.memory_bytes() +
         insertions_.capacity() * sizeof(Insertion) +
         (parents_.capacity() + queue_.capacity()) * sizeof(Node) + own_bytes();
}

}  // namespace isolde
