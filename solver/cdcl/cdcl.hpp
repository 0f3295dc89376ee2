// Our own solver of polygraphs: CDCL (conflict-driven clause learning, solver/cdcl/sat/) with acyclicity as
// its theory (solver/cdcl/acyclicity.hpp). What pruning left is split into parts that do not touch each other
// (polygraph/components.hpp), each of which is solved by itself.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "closure/closure.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/cdcl/tuning.hpp"
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
  std::uint64_t patience = cdcl_tuning::kPatience;
  Heuristics heuristics = {};
};

// `guess`, if not empty, is an order of all nodes that seeds the phases.
[[nodiscard]] PolygraphOutcome solve_cdcl(const Polygraph& polygraph, const CdclOptions& options,
                                          const Limits& limits, std::span<const Node> guess = {},
                                          SolverStatistics* statistics = nullptr);

}  // namespace isolde
