// Whether a model is one: every node once, no clause false, no edge against the order.
#pragma once

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "polygraph/polygraph.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

inline testing::AssertionResult is_model(const Polygraph& polygraph, const Model& model) {
  if (model.values.size() != polygraph.variable_count())
    return testing::AssertionFailure() << "values missing";
  if (model.order.size() != polygraph.node_count()) return testing::AssertionFailure() << "nodes missing";
  constexpr std::size_t kUnset = static_cast<std::size_t>(-1);
  std::vector<std::size_t> ranks(polygraph.node_count(), kUnset);
  for (std::size_t i = 0; i < model.order.size(); ++i) {
    if (ranks[model.order[i]] != kUnset) return testing::AssertionFailure() << "a node twice";
    ranks[model.order[i]] = i;
  }
  const auto holds = [&](Literal literal) {
    return model.values[literal.variable()] == literal.is_positive();
  };
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    if (std::ranges::none_of(polygraph.clause(i), holds))
      return testing::AssertionFailure() << "clause " << i << " is false";
  const auto agrees = [&](Edge edge) { return ranks[edge.from] < ranks[edge.to]; };
  if (!std::ranges::all_of(polygraph.known(), agrees)) return testing::AssertionFailure() << "a known edge";
  for (Variable v = 0; v < polygraph.variable_count(); ++v)
    if (!std::ranges::all_of(polygraph.edges(Literal(v, model.values[v])), agrees))
      return testing::AssertionFailure() << "an edge of variable " << v;
  return testing::AssertionSuccess();
}

}  // namespace isolde
