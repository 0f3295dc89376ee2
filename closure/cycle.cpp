// Finds a shortest cycle (find_cycle() of closure/closure.hpp). A cycle lies inside a strongly connected
// component; there, the search goes breadth first from each node in turn, and no deeper than the shortest
// cycle found so far is long. A node that was a start is left out afterwards, since the shortest cycle
// through it is known. Quadratic at worst; a short cycle found early bounds the rest.
#include <vector>

#include "closure/topology.hpp"

namespace isolde {
namespace {

class ShortestCycle {
 public:
  ShortestCycle(std::size_t nodes, std::span<const Edge> edges)
      : successors_(nodes, edges),
        components_(strong_components(successors_)),
        parents_(nodes, kNobody),
        is_done_(nodes) {}

  std::vector<Node> find() {
    std::vector<std::uint32_t> sizes(components_.count);
    for (const std::uint32_t component : components_.of) ++sizes[component];
    for (Node start = 0; start < successors_.node_count() && best_.size() != 1; ++start) {
      // With a cycle of two edges only a loop is shorter, and components of one node have nothing else.
      if (sizes[components_.of[start]] > 1 || has_loop(start)) search_from(start);
      is_done_[start] = true;
    }
    return std::move(best_);
  }

 private:
  static constexpr Node kNobody = 0xffffffffU;

  [[nodiscard]] bool has_loop(Node node) const {
    bool found = false;
    successors_.for_each(node, [&](Node to) { found = found || to == node; });
    return found;
  }

  void search_from(Node start) {
    queue_.assign(1, start);
    std::size_t length = 1;  // of a cycle that the current layer closes
    std::size_t layer_end = 1;
    bool found = false;
    for (std::size_t i = 0; i < queue_.size() && !found; ++i) {
      if (i == layer_end) {
        layer_end = queue_.size();
        ++length;
      }
      if (!best_.empty() && length >= best_.size()) break;
      const Node node = queue_[i];
      successors_.for_each(node, [&](Node to) {
        if (found || is_done_[to] || components_.of[to] != components_.of[start]) return;
        if (to == start) {
          found = true;
          keep(node, length);
        } else if (parents_[to] == kNobody) {
          parents_[to] = node;
          queue_.push_back(to);
        }
      });
    }
    for (const Node node : queue_) parents_[node] = kNobody;
  }

  void keep(Node last, std::size_t length) {
    best_.resize(length);
    for (Node node = last; length > 0; node = parents_[node]) best_[--length] = node;
  }

  EdgeLists successors_;
  StrongComponents components_;
  std::vector<Node> parents_;
  std::vector<bool> is_done_;
  std::vector<Node> queue_;
  std::vector<Node> best_;
};

}  // namespace

std::vector<Node> find_cycle(std::size_t nodes, std::span<const Edge> edges) {
  return ShortestCycle(nodes, edges).find();
}

}  // namespace isolde
