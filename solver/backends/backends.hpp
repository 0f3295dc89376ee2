// Solvers of polygraphs side by side: our own, and those that others keep, behind one call. A library that
// the build did not find, or a program that is not there at run time, is a row of the table that says so.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/outcome.hpp"
#include "solver/polygraph_solver.hpp"
#include "solver/solver_options.hpp"

namespace isolde {

struct PolygraphSolverInfo {
  Solver solver = Solver::kCdcl;
  std::string_view name;
  std::string_view meaning;  // how it decides, in a few words
  bool is_available = true;
  std::string reason = {};     // if it is not: what is missing
  bool has_encodings = false;  // AcyclicityEncoding makes a difference
};

// Every solver of polygraphs, available or not, our own first.
[[nodiscard]] std::vector<PolygraphSolverInfo> polygraph_solvers();
[[nodiscard]] std::optional<Solver> polygraph_solver_named(std::string_view name);

// Requires a solver other than kSearch; the polygraph is taken as it is, neither pruned nor formulated anew.
// A solver that is not available, or whose model is none, answers unknown. `guess` and limits.steps mean
// something to our own solver only. A refutation by another solver names all nodes,
// because such solvers do not say which ones they needed.
[[nodiscard]] PolygraphOutcome solve_with(const Polygraph& polygraph, const SolverOptions& options,
                                          const Limits& limits, std::span<const Node> guess = {},
                                          SolverCounts* counts = nullptr);

}  // namespace isolde
