#include "closure/topology.hpp"

#include <algorithm>

namespace isolde {

std::optional<std::vector<Node>> topological_order(const EdgeLists& successors) {
  const std::size_t nodes = successors.node_count();
  std::vector<std::uint32_t> missing(nodes);  // predecessors not in the order yet
  for (Node node = 0; node < nodes; ++node) successors.for_each(node, [&](Node to) { ++missing[to]; });
  std::vector<Node> order;
  order.reserve(nodes);
  for (Node node = 0; node < nodes; ++node)
    if (missing[node] == 0) order.push_back(node);
  for (std::size_t i = 0; i < order.size(); ++i)
    successors.for_each(order[i], [&](Node to) {
      if (--missing[to] == 0) order.push_back(to);
    });
  if (order.size() < nodes) return std::nullopt;
  return order;
}

namespace {

// Tarjan's algorithm with the recursion on a stack of its own, since paths are as long as histories.
class Tarjan {
 public:
  explicit Tarjan(const EdgeLists& successors)
      : successors_(successors), found_(successors.node_count(), kUnseen), low_(successors.node_count()) {
    result_.of.assign(successors.node_count(), kUnseen);
  }

  StrongComponents run() {
    for (Node node = 0; node < successors_.node_count(); ++node)
      if (found_[node] == kUnseen) explore(node);
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kUnseen = 0xffffffffU;
  struct Frame {
    Node node;
    EdgeLists::Cursor next;
  };

  void enter(Node node) {
    found_[node] = low_[node] = clock_++;
    open_.push_back(node);
    frames_.push_back({node, successors_.first(node)});
  }

  void explore(Node root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == EdgeLists::kEnd) {
        leave();
        continue;
      }
      const Node from = frame.node;
      const Node to = successors_.neighbour(frame.next);
      frame.next = successors_.next(frame.next);
      if (found_[to] == kUnseen)
        enter(to);
      else if (result_.of[to] == kUnseen)  // still open
        low_[from] = std::min(low_[from], found_[to]);
    }
  }

  void leave() {
    const Node node = frames_.back().node;
    frames_.pop_back();
    if (!frames_.empty()) {
      std::uint32_t& low = low_[frames_.back().node];
      low = std::min(low, low_[node]);
    }
    if (low_[node] != found_[node]) return;
    Node member = 0;
    do {
      member = open_.back();
      open_.pop_back();
      result_.of[member] = result_.count;
    } while (member != node);
    ++result_.count;
  }

  const EdgeLists& successors_;
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> low_;
  std::vector<Node> open_;
  std::vector<Frame> frames_;
  std::uint32_t clock_ = 0;
  StrongComponents result_;
};

}  // namespace

StrongComponents strong_components(const EdgeLists& successors) { return Tarjan(successors).run(); }

PathCover cover_by_paths(const EdgeLists& successors, std::span<const Node> order) {
  constexpr std::uint32_t kFree = 0xffffffffU;
  const std::size_t nodes = successors.node_count();
  std::vector<std::uint32_t> places(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) places[order[i]] = i;
  PathCover cover{std::vector<std::uint32_t>(nodes, kFree), std::vector<std::uint32_t>(nodes), 0};
  for (const Node head : order) {
    if (cover.lines[head] != kFree) continue;
    std::uint32_t position = 0;
    for (std::uint32_t place = places[head]; place != kFree;) {
      const Node node = order[place];
      cover.lines[node] = cover.count;
      cover.positions[node] = position++;
      place = kFree;
      successors.for_each(node, [&](Node to) {
        if (cover.lines[to] == kFree) place = std::min(place, places[to]);
      });
    }
    ++cover.count;
  }
  return cover;
}

}  // namespace isolde
