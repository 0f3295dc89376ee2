#include "solver/cdcl/first_model.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "closure/closure.hpp"
#include "solver/cdcl/phases.hpp"
#include "solver/cdcl/sat/implied_literals.hpp"

namespace isolde {
namespace {

class FirstModel {
 public:
  explicit FirstModel(const Polygraph& polygraph)
      : polygraph_(polygraph),
        implied_(
            polygraph.variable_count(),
            [&](Variable variable) {
              return !polygraph.edges(Literal(variable, true)).empty() ||
                     !polygraph.edges(Literal(variable, false)).empty();
            },
            [&](const auto& visit) {
              for (std::size_t i = 0; i < polygraph.clause_count(); ++i) visit(polygraph.clause(i));
            }),
        ranks_(polygraph.node_count()) {}

  // Whether the order agrees with all of the edges, which then have no cycle.
  [[nodiscard]] bool take_order(std::vector<Node> order, std::span<const Edge> edges) {
    for (std::size_t i = 0; i < order.size(); ++i) ranks_[order[i]] = static_cast<std::uint32_t>(i);
    model_.order = std::move(order);
    return std::ranges::none_of(edges, [&](Edge edge) { return is_against(edge); });
  }

  // Gives every variable the value with fewer edges against the order. False if a clause does not hold then.
  [[nodiscard]] bool take_values() {
    model_.values.resize(polygraph_.variable_count());
    for (Variable variable = 0; variable < model_.values.size(); ++variable) {
      // An auxiliary variable is a conjunction: false until something implies it, so that it adds no edges.
      const bool first = polygraph_.meaning_of(variable).kind != Meaning::Kind::kAuxiliary;
      const auto against = count_against(Literal(variable, first));
      const auto against_other = against == 0 ? 0 : count_against(Literal(variable, !first));
      model_.values[variable] = against <= against_other ? first : !first;
      misfits_ += std::min(against, against_other);
    }
    take_implied_values();
    for (std::size_t i = 0; i < polygraph_.clause_count(); ++i)
      if (std::ranges::none_of(polygraph_.clause(i), [&](Literal literal) { return is_true(literal); }))
        return false;
    return true;
  }

  // Whether there is an order for these values.
  [[nodiscard]] bool find_order() {
    if (misfits_ == 0) return true;
    std::vector<Edge> edges = polygraph_.known();
    for (Variable variable = 0; variable < model_.values.size(); ++variable) {
      const std::span<const Edge> chosen = polygraph_.edges(Literal(variable, model_.values[variable]));
      edges.insert(edges.end(), chosen.begin(), chosen.end());
    }
    return take_order(order_by_numbers(polygraph_.node_count(), edges), edges);
  }

  Model& model() { return model_; }

 private:
  [[nodiscard]] bool is_against(Edge edge) const { return ranks_[edge.from] >= ranks_[edge.to]; }
  [[nodiscard]] std::ptrdiff_t count_against(Literal literal) const {
    std::ptrdiff_t count =
        std::ranges::count_if(polygraph_.edges(literal), [&](Edge edge) { return is_against(edge); });
    for (const Literal implied : implied_.of(literal))
      count += std::ranges::count_if(polygraph_.edges(implied), [&](Edge edge) { return is_against(edge); });
    return count;
  }
  // Sets what the values chosen imply. The edges of that were counted with the values that imply it.
  void take_implied_values() {
    for (Variable variable = 0; variable < model_.values.size(); ++variable)
      for (const Literal implied : implied_.of(Literal(variable, model_.values[variable])))
        if (polygraph_.meaning_of(implied.variable()).kind == Meaning::Kind::kAuxiliary)
          model_.values[implied.variable()] = implied.is_positive();
  }
  [[nodiscard]] bool is_true(Literal literal) const {
    return model_.values[literal.variable()] == literal.is_positive();
  }

  const Polygraph& polygraph_;
  const ImpliedLiterals implied_;
  std::vector<std::uint32_t> ranks_;  // by node, in the model's order
  std::ptrdiff_t misfits_ = 0;        // edges of true literals against the order
  Model model_;
};

std::vector<Node> order_near(const Polygraph& polygraph, std::span<const Node> guess) {
  const std::size_t nodes = polygraph.node_count();
  if (guess.empty() && polygraph.hints.starts.empty()) return order_by_numbers(nodes, polygraph.known());
  std::vector<std::int64_t> priorities = polygraph.hints.starts;
  if (!guess.empty()) {
    ISOLDE_REQUIRE(guess.size() == nodes);
    priorities.resize(nodes);
    for (std::size_t i = 0; i < guess.size(); ++i) priorities[guess[i]] = static_cast<std::int64_t>(i);
  }
  return topological_order(nodes, polygraph.known(), priorities);
}

Refutation known_cycle(const Polygraph& polygraph) {
  Refutation refutation{find_cycle(polygraph.node_count(), polygraph.known())};
  std::ranges::sort(refutation.nodes);
  return refutation;
}

}  // namespace

std::optional<PolygraphOutcome> decide_by_order(const Polygraph& polygraph, std::span<const Node> guess) {
  std::vector<Node> order = order_near(polygraph, guess);
  if (order.size() < polygraph.node_count()) return known_cycle(polygraph);
  FirstModel first(polygraph);
  if (!first.take_order(std::move(order), polygraph.known())) return known_cycle(polygraph);
  if (!first.take_values() || !first.find_order()) return std::nullopt;
  return std::move(first.model());
}

}  // namespace isolde
