// How polygraphs are decided: one struct from the command line to the solver, so that whoever passes it on
// need not look inside.
#pragma once

#include <cstdint>
#include <optional>

#include "closure/closure.hpp"
#include "polygraph/formulation.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/solver_kind.hpp"

namespace isolde {

struct SolverOptions {
  Solver solver = Solver::kCdcl;
  AcyclicityEncoding encoding = AcyclicityEncoding::kLazy;  // for solvers that know no graphs
  Formulation formulation = Formulation::kSimplified;       // of what pruning leaves
  bool prune = true;
  // How reachability is known; none: chosen for pruning by size and hints, and our own solver does without.
  std::optional<ClosureKind> closure;
  unsigned threads = 1;  // of our own solver
  std::uint64_t seed = 0;
  Heuristics heuristics = {};  // of our own solver
};

}  // namespace isolde
