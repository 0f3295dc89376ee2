#include "solver/backends/answers.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "solver/cdcl/phases.hpp"

namespace isolde {

std::optional<Refutation> refuted_at_once(const Polygraph& polygraph) {
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    if (polygraph.clause(i).empty()) return Refutation{};
  const std::size_t nodes = polygraph.node_count();
  if (topological_order(nodes, polygraph.known(), {}).size() == nodes) return std::nullopt;
  Refutation refutation{find_cycle(nodes, polygraph.known())};
  std::ranges::sort(refutation.nodes);
  return refutation;
}

Part whole(const Polygraph& polygraph) {
  const std::vector<std::uint32_t> nodes(polygraph.node_count());
  const std::vector<std::uint32_t> variables(polygraph.variable_count());
  return std::move(make_parts(polygraph, 1, nodes, variables).front());
}

PolygraphOutcome model_of(const Polygraph& polygraph, std::vector<bool> values, std::string_view solver) {
  const auto is_true = [&](Literal literal) { return values[literal.variable()] == literal.is_positive(); };
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    if (std::ranges::none_of(polygraph.clause(i), is_true))
      return Unknown{.reason = fmt::format("{} gave a model that breaks a clause", solver), .is_wrong = true};
  std::vector<Edge> edges = polygraph.known();
  for (Variable variable = 0; variable < values.size(); ++variable) {
    const auto chosen = polygraph.edges(Literal(variable, values[variable]));
    edges.insert(edges.end(), chosen.begin(), chosen.end());
  }
  Model model{topological_order(polygraph.node_count(), edges, {}), std::move(values)};
  if (model.order.size() != polygraph.node_count())
    return Unknown{.reason = fmt::format("{} gave a model with a cycle", solver), .is_wrong = true};
  return model;
}

Refutation refuted_by_all(const Polygraph& polygraph) {
  Refutation refutation;
  refutation.nodes.resize(polygraph.node_count());
  std::iota(refutation.nodes.begin(), refutation.nodes.end(), Node{0});
  return refutation;
}

}  // namespace isolde
