// A polygraph goes in, a decision about the history behind it comes out: prune, then solve what is left.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "closure/closure.hpp"
#include "polygraph/formulation.hpp"
#include "polygraph/polygraph.hpp"
#include "polygraph/prune.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/outcome.hpp"
#include "solver/polygraph_solver.hpp"
#include "solver/solver_kind.hpp"

namespace isolde {

struct PolygraphTuning {
  Solver solver = Solver::kCdcl;  // of what pruning leaves; any but kSearch
  AcyclicityEncoding encoding = AcyclicityEncoding::kLazy;
  Formulation formulation = Formulation::kSimplified;  // of what pruning leaves
  std::optional<ClosureKind> closure;                  // of pruning; none: by size and hints
  bool prune = true;
  CycleFinder* finder = nullptr;      // for pruning; none: the CPU
  bool propagate_by_closure = false;  // the solver, too, works on the closure instead of a topological order
  unsigned threads = 1;
  std::uint64_t seed = 0;
  Heuristics heuristics = {};  // of our own solver
};

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

// `guess`, if not empty, is an order of all nodes that seeds the solver's phases.
[[nodiscard]] Outcome solve_polygraph(const Polygraph& polygraph, const PolygraphTuning& tuning,
                                      const Limits& limits, std::span<const Node> guess = {},
                                      PolygraphFigures* figures = nullptr);

// The schedule that a model describes; transactions that take no effect are left out.
[[nodiscard]] Schedule schedule_of(const Polygraph& polygraph, const Model& model);

}  // namespace isolde
