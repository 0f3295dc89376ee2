// Our own solver of polygraphs: CDCL with acyclicity as its theory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "closure/closure.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/outcome.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

struct RefutationTrace;

struct CdclOptions {
  // How the theory knows reachability; none: by a topological order kept up to date (cheapest, propagates
  // less), and, after more than `patience` conflicts, by a closure that fits.
  std::optional<ClosureKind> closure;
  std::uint64_t seed = 0;
  unsigned threads = 1;              // components are solved in parallel
  RefutationTrace* trace = nullptr;  // gets the refutation, if there is one and it fits in memory
  std::uint64_t patience = 400;
  Heuristics heuristics = {};
};

// `guess`, if not empty, is an order of all nodes that seeds the phases.
[[nodiscard]] PolygraphOutcome solve_cdcl(const Polygraph& polygraph, const CdclOptions& options,
                                          const Limits& limits, std::span<const Node> guess = {},
                                          SolverStatistics* statistics = nullptr);

}  // namespace isolde
