#include "solver/cdcl/greedy_order.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace isolde {
namespace {

// A list per node, all of them in one array.
template <class T>
class ListsByNode {
 public:
  // for_each(visit) calls visit(node, thing) for all of them, the same way each time.
  template <class ForEach>
  ListsByNode(std::size_t nodes, ForEach&& for_each) : begins_(nodes + 2) {
    for_each([&](Node node, const T&) { ++begins_[node + 2]; });
    for (std::size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    things_.resize(begins_.back());
    for_each([&](Node node, const T& thing) { things_[begins_[node + 1]++] = thing; });
  }
  [[nodiscard]] std::span<const T> of(Node node) const {
    return std::span(things_).subspan(begins_[node], begins_[node + 1] - begins_[node]);
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<T> things_;
};

struct PossibleEdge {
  Node from = 0;
  Literal literal;
};

class GreedyOrder {
 public:
  explicit GreedyOrder(const Part& part)
      : part_(part),
        successors_(part.nodes.size(),
                    [&](auto&& visit) {
                      for (const Edge edge : part.known) visit(edge.from, edge.to);
                    }),
        possible_into_(part.nodes.size(),
                       [&](auto&& visit) {
                         for (std::uint32_t code = 0; code < part.edges.literal_count(); ++code)
                           for (const Edge edge : part.edges.of(Literal::from_code(code)))
                             visit(edge.to, PossibleEdge{edge.from, Literal::from_code(code)});
                       }),
        is_done_(part.nodes.size()),
        is_decided_(part.variables.size()),
        known_waits_(part.nodes.size()),
        choice_waits_(part.nodes.size()),
        first_waiting_(part.nodes.size(), kEnd) {
    find_middles();
  }

  std::vector<Node> run() {
    for (const Edge edge : part_.known) ++known_waits_[edge.to];
    for (Node node = 0; node < known_waits_.size(); ++node)
      if (known_waits_[node] == 0) reach(node);
    order_.clear();
    while (order_.size() < part_.nodes.size()) {
      if (harmless_.empty() && ready_.empty()) {
        execute(least_held_back());
        continue;
      }
      Queue& queue = harmless_.empty() ? ready_ : harmless_;
      const Node node = queue.top().second;
      queue.pop();
      if (is_done_[node] == 0 && choice_waits_[node] == 0) execute(node);
    }
    return std::move(order_);
  }

 private:
  static constexpr std::uint32_t kEnd = 0xffffffffU;
  using Entry = std::pair<std::uint32_t, Node>;
  using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;
  struct Waiting {
    Node node;
    std::uint32_t next;
  };

  // Twice the middle of the places that the known edges leave a node, by longest paths.
  void find_middles() {
    const std::size_t nodes = part_.nodes.size();
    std::vector<std::uint32_t> depth(nodes);
    std::vector<std::uint32_t> waits(nodes);
    for (const Edge edge : part_.known) ++waits[edge.to];
    for (Node node = 0; node < nodes; ++node)
      if (waits[node] == 0) order_.push_back(node);
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Node node = order_[i];
      deepest = std::max(deepest, depth[node]);
      for (const Node next : successors_.of(node)) {
        depth[next] = std::max(depth[next], depth[node] + 1);
        if (--waits[next] == 0) order_.push_back(next);
      }
    }
    std::vector<std::uint32_t> latest(nodes, deepest);
    middles_.resize(nodes);
    for (std::size_t i = order_.size(); i-- > 0;) {
      const Node node = order_[i];
      for (const Node next : successors_.of(node)) latest[node] = std::min(latest[node], latest[next] - 1);
      middles_[node] = depth[node] + latest[node];
    }
  }

  // All predecessors of the node by known edges have run.
  void reach(Node node) {
    reached_.push_back(node);
    if (choice_waits_[node] == 0) make_ready(node);
  }

  void make_ready(Node node) { (is_harmless(node) ? harmless_ : ready_).emplace(middles_[node], node); }

  // Whether, if the node ran now, the choices that this decides would make no other node wait. Then running
  // it later is no better.
  [[nodiscard]] bool is_harmless(Node node) const {
    return std::ranges::none_of(possible_into_.of(node), [&](const PossibleEdge& possible) {
      return decides(possible) && std::ranges::any_of(part_.edges.of(~possible.literal), [&](Edge edge) {
               return edge.from != node && is_done_[edge.from] == 0 && is_done_[edge.to] == 0;
             });
    });
  }

  [[nodiscard]] bool decides(const PossibleEdge& possible) const {
    return is_done_[possible.from] == 0 && is_decided_[possible.literal.variable()] == 0;
  }

  void execute(Node node) {
    is_done_[node] = 1;
    order_.push_back(node);
    for (const PossibleEdge& possible : possible_into_.of(node))
      if (decides(possible)) choose(~possible.literal);
    for (const Node next : successors_.of(node))
      if (--known_waits_[next] == 0) reach(next);
    for (std::uint32_t i = first_waiting_[node]; i != kEnd; i = waiting_[i].next) {
      const Node next = waiting_[i].node;
      if (--choice_waits_[next] == 0 && known_waits_[next] == 0 && is_done_[next] == 0) make_ready(next);
    }
  }

  void choose(Literal literal) {
    is_decided_[literal.variable()] = 1;
    for (const Edge edge : part_.edges.of(literal)) {
      if (is_done_[edge.from] != 0 || is_done_[edge.to] != 0) continue;
      ++choice_waits_[edge.to];
      waiting_.push_back({edge.to, first_waiting_[edge.from]});
      first_waiting_[edge.from] = static_cast<std::uint32_t>(waiting_.size() - 1);
    }
  }

  Node least_held_back() {
    std::erase_if(reached_, [&](Node node) { return is_done_[node] != 0; });
    return *std::ranges::min_element(
        reached_, {}, [&](Node node) { return std::tuple(choice_waits_[node], middles_[node], node); });
  }

  const Part& part_;
  const ListsByNode<Node> successors_;
  const ListsByNode<PossibleEdge> possible_into_;
  std::vector<std::uint8_t> is_done_;
  std::vector<std::uint8_t> is_decided_;
  std::vector<std::uint32_t> known_waits_;
  std::vector<std::uint32_t> choice_waits_;   // by edges of choices that were made
  std::vector<std::uint32_t> first_waiting_;  // in waiting_, by the node waited for
  std::vector<Waiting> waiting_;
  std::vector<std::uint32_t> middles_;
  std::vector<Node> reached_;  // nodes that no known edge holds back; some of them have run
  Queue harmless_;
  Queue ready_;
  std::vector<Node> order_;
};

}  // namespace

std::vector<Node> greedy_order(const Part& part) { return GreedyOrder(part).run(); }

}  // namespace isolde
