#include "solver/cdcl/phases.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace isolde {

std::vector<Node> topological_order(std::size_t nodes, std::span<const Edge> edges,
                                    std::span<const std::int64_t> priorities) {
  std::vector<std::uint32_t> begins(nodes + 1);
  std::vector<std::uint32_t> waiting_for(nodes);
  for (const Edge edge : edges) {
    ++begins[edge.from];
    ++waiting_for[edge.to];
  }
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  std::vector<Node> successors(edges.size());
  for (const Edge edge : edges) successors[--begins[edge.from]] = edge.to;

  using Entry = std::pair<std::int64_t, Node>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  const auto add = [&](Node node) { ready.emplace(priorities.empty() ? 0 : priorities[node], node); };
  for (Node node = 0; node < nodes; ++node)
    if (waiting_for[node] == 0) add(node);
  std::vector<Node> order;
  order.reserve(nodes);
  while (!ready.empty()) {
    const Node node = ready.top().second;
    ready.pop();
    order.push_back(node);
    for (std::uint32_t i = begins[node]; i < begins[node + 1]; ++i)
      if (--waiting_for[successors[i]] == 0) add(successors[i]);
  }
  return order;
}

std::vector<Node> first_order(const Part& part, std::span<const std::uint32_t> guessed_ranks) {
  std::vector<std::int64_t> priorities;
  if (!guessed_ranks.empty())
    for (const Node node : part.nodes) priorities.push_back(guessed_ranks[node]);
  else if (!part.hints.starts.empty())
    priorities = part.hints.starts;
  else
    priorities.assign(part.hints.positions.begin(), part.hints.positions.end());
  return topological_order(part.nodes.size(), part.known, priorities);
}

std::vector<bool> first_phases(const Polygraph& polygraph, const Part& part, std::span<const Node> order) {
  std::vector<std::uint32_t> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<std::uint32_t>(i);
  const auto against = [&](Literal literal) {
    return std::ranges::count_if(part.edges.of(literal),
                                 [&](Edge edge) { return ranks[edge.from] >= ranks[edge.to]; });
  };
  std::vector<bool> phases(part.variables.size());
  for (Variable variable = 0; variable < phases.size(); ++variable) {
    const auto with = against(Literal(variable, true));
    const auto without = against(Literal(variable, false));
    // What nobody needs had better not be.
    const bool is_needed = polygraph.meaning_of(part.variables[variable]).kind != Meaning::Kind::kAuxiliary;
    phases[variable] = with < without || (with == without && is_needed);
  }
  return phases;
}

}  // namespace isolde
