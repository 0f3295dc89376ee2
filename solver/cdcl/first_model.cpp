#include "solver/cdcl/first_model.hpp"

#include <algorithm>
#include <vector>

#include "base/contract.hpp"
#include "closure/closure.hpp"
#include "solver/cdcl/phases.hpp"

namespace isolde {
namespace {

class FirstModel {
 public:
  FirstModel(const Polygraph& polygraph, std::vector<Node> order)
      : polygraph_(polygraph), ranks_(order.size()) {
    for (std::size_t i = 0; i < order.size(); ++i) ranks_[order[i]] = static_cast<std::uint32_t>(i);
    model_.order = std::move(order);
  }

  [[nodiscard]] bool agrees_with(std::span<const Edge> edges) const {
    return std::ranges::all_of(edges, [&](Edge edge) { return ranks_[edge.from] < ranks_[edge.to]; });
  }

  // Requires that the order agrees with the known edges.
  std::optional<PolygraphOutcome> find() {
    const std::size_t variables = polygraph_.variable_count();
    model_.values.resize(variables);
    for (Variable variable = 0; variable < variables; ++variable) {
      // What nobody needs had better not be.
      const bool first = polygraph_.meaning_of(variable).kind != Meaning::Kind::kAuxiliary;
      const bool fits_first = agrees_with(polygraph_.edges(Literal(variable, first)));
      if (!fits_first && !agrees_with(polygraph_.edges(Literal(variable, !first)))) return std::nullopt;
      model_.values[variable] = fits_first == first;
    }
    for (std::size_t i = 0; i < polygraph_.clause_count(); ++i)
      if (std::ranges::none_of(polygraph_.clause(i), [&](Literal literal) { return is_true(literal); }))
        return std::nullopt;
    return std::move(model_);
  }

 private:
  [[nodiscard]] bool is_true(Literal literal) const {
    return model_.values[literal.variable()] == literal.is_positive();
  }

  const Polygraph& polygraph_;
  std::vector<std::uint32_t> ranks_;
  Model model_;
};

std::vector<Node> order_near(const Polygraph& polygraph, std::span<const Node> guess) {
  const std::size_t nodes = polygraph.node_count();
  if (guess.empty() && polygraph.hints.starts.empty()) return order_by_numbers(nodes, polygraph.known());
  std::vector<std::int64_t> priorities = polygraph.hints.starts;
  if (!guess.empty()) {
    ISOLDE_REQUIRE(guess.size() == nodes);
    priorities.assign(nodes, 0);
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
  FirstModel model(polygraph, std::move(order));
  if (!model.agrees_with(polygraph.known())) return known_cycle(polygraph);
  return model.find();
}

}  // namespace isolde
