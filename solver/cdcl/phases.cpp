#include "solver/cdcl/phases.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "solver/cdcl/greedy_order.hpp"
#include "solver/cdcl/sat/implied_literals.hpp"
#include "solver/cdcl/tuning.hpp"

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

std::vector<Node> order_by_numbers(std::size_t nodes, std::span<const Edge> edges) {
  std::vector<std::uint32_t> begins(nodes + 1);
  for (const Edge edge : edges) ++begins[edge.to];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  std::vector<Node> predecessors(edges.size());
  for (const Edge edge : edges) predecessors[--begins[edge.to]] = edge.from;
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);  // predecessor to look at
  std::vector<bool> is_begun(nodes);
  std::vector<Node> order;
  std::vector<Node> path;
  order.reserve(nodes);
  for (Node start = 0; start < nodes; ++start) {
    if (!is_begun[start]) path.push_back(start);
    is_begun[start] = true;
    while (!path.empty()) {
      const Node node = path.back();
      if (next[node] == begins[node + 1]) {
        order.push_back(node);
        path.pop_back();
        continue;
      }
      const Node before = predecessors[next[node]++];
      if (!is_begun[before]) path.push_back(before);
      is_begun[before] = true;
    }
  }
  return order;
}

namespace {

ImpliedLiterals implied_in(const Part& part) {
  return {part.variables.size(),
          [&](Variable variable) {
            return !part.edges.of(Literal(variable, true)).empty() ||
                   !part.edges.of(Literal(variable, false)).empty();
          },
          [&](const auto& visit) {
            for (const std::vector<Literal>& clause : part.clauses) visit(clause);
          }};
}

// How many edges of a literal, or of what it implies if it has none, an order contradicts.
class EdgesAgainst {
 public:
  EdgesAgainst(const Part& part, std::span<const Node> order)
      : part_(part), implied_(implied_in(part)), ranks_(order.size()) {
    for (std::size_t i = 0; i < order.size(); ++i) ranks_[order[i]] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::ptrdiff_t operator()(Literal literal) const {
    std::ptrdiff_t sum = count(literal);
    for (const Literal implied : implied_.of(literal)) sum += count(implied);
    return sum;
  }

 private:
  [[nodiscard]] std::ptrdiff_t count(Literal literal) const {
    return std::ranges::count_if(part_.edges.of(literal),
                                 [&](Edge edge) { return ranks_[edge.from] >= ranks_[edge.to]; });
  }

  const Part& part_;
  const ImpliedLiterals implied_;
  std::vector<std::uint32_t> ranks_;
};

// How many edges are against the order if every variable has its better value: what is left to repair.
std::ptrdiff_t misfits(const Part& part, std::span<const Node> order) {
  const EdgesAgainst against(part, order);
  std::ptrdiff_t sum = 0;
  for (Variable variable = 0; variable < part.variables.size(); ++variable)
    sum += std::min(against(Literal(variable, true)), against(Literal(variable, false)));
  return sum;
}

}  // namespace

std::vector<Node> first_order(const Part& part, std::span<const std::uint32_t> guessed_ranks) {
  std::vector<std::int64_t> priorities;
  if (!guessed_ranks.empty())
    for (const Node node : part.nodes) priorities.push_back(guessed_ranks[node]);
  else if (!part.hints.starts.empty())
    priorities = part.hints.starts;
  else
    priorities.assign(part.hints.positions.begin(), part.hints.positions.end());
  std::vector<Node> order = topological_order(part.nodes.size(), part.known, priorities);
  std::ptrdiff_t least = misfits(part, order);
  const auto try_order = [&](std::vector<Node> other) {
    const std::ptrdiff_t misfits_of_other = misfits(part, other);
    if (misfits_of_other >= least) return;
    least = misfits_of_other;
    order = std::move(other);
  };
  if (guessed_ranks.empty() && part.hints.starts.empty())
    try_order(order_by_numbers(part.nodes.size(), part.known));
  if (least * cdcl_tuning::kNodesPerMisfit > std::ssize(part.nodes)) try_order(greedy_order(part));
  return order;
}

std::vector<bool> first_phases(const Polygraph& polygraph, const Part& part, std::span<const Node> order) {
  const EdgesAgainst against(part, order);
  std::vector<bool> phases(part.variables.size());
  for (Variable variable = 0; variable < phases.size(); ++variable) {
    const auto with = against(Literal(variable, true));
    const auto without = against(Literal(variable, false));
    // An auxiliary variable is a conjunction: false until something implies it, so that it adds no edges.
    const bool is_needed = polygraph.meaning_of(part.variables[variable]).kind != Meaning::Kind::kAuxiliary;
    phases[variable] = with < without || (with == without && is_needed);
  }
  return phases;
}

std::vector<double> first_priorities(const Part& part, std::span<const Node> order) {
  std::vector<double> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    places[order[i]] = 1 - static_cast<double>(i) / static_cast<double>(order.size());
  const ImpliedLiterals implied = implied_in(part);
  std::vector<double> priorities(part.variables.size());
  for (Variable variable = 0; variable < priorities.size(); ++variable) {
    double& priority = priorities[variable];
    const auto look_at = [&](Literal literal, double bonus) {
      for (const Edge edge : part.edges.of(literal))
        priority = std::max({priority, bonus + places[edge.from], bonus + places[edge.to]});
    };
    for (const bool sign : {true, false}) {
      look_at(Literal(variable, sign), 0);
      for (const Literal each : implied.of(Literal(variable, sign))) look_at(each, 1);
    }
  }
  return priorities;
}

}  // namespace isolde
