// A polygraph goes in, a decision about the history behind it comes out: prune, then solve what is left.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "polygraph/polygraph.hpp"
#include "polygraph/prune.hpp"
#include "solver/outcome.hpp"
#include "solver/polygraph_solver.hpp"
#include "solver/solver_options.hpp"

namespace isolde {

// The figures of Vbox table 2, and of the solver. What it did not come to has no value.
struct PolygraphFigures {
  std::size_t known_edges = 0;
  std::size_t variables = 0;
  std::size_t clauses = 0;
  std::optional<std::size_t> variables_after_pruning;
  std::optional<std::size_t> components;
  std::size_t rounds = 0;
  double prune_seconds = 0;
  SolverCounts solver;
};

// By any solver but kSearch. `guess`, if not empty, is an order of all nodes that seeds the solver's phases.
// `finder` prunes; null: the CPU does.
[[nodiscard]] Outcome solve_polygraph(const Polygraph& polygraph, const SolverOptions& options,
                                      const Limits& limits, std::span<const Node> guess = {},
                                      PolygraphFigures* figures = nullptr, CycleFinder* finder = nullptr);

// The schedule that a model describes; transactions that take no effect are left out.
[[nodiscard]] Schedule schedule_of(const Polygraph& polygraph, const Model& model);

}  // namespace isolde
