// Solves polygraphs with SAT libraries that know nothing of graphs, in two ways: lazily, forbidding cycles as
// they appear, and eagerly, with clauses that forbid them all.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/backends/sat_library.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

struct SatLoopAnswer {
  SatAnswer answer = SatAnswer::kStopped;
  std::vector<bool> values;  // if satisfiable
  std::uint64_t cycles = 0;  // forbidden
};

// Lazy: solve the clauses; put the edges of the answer's literals into the graph one literal after the other,
// forbidding a shortest cycle for each of the first few literals that do not fit; solve again, until all fit.
// Every literal that does not fit gives a clause of its own, so a round forbids many different short cycles
// at once; and no clause comes twice, since the answer satisfied all so far. `part` is the whole polygraph;
// its known edges have no cycle.
[[nodiscard]] SatLoopAnswer solve_lazily(SatLibrary& library, const Part& part,
                                         const std::function<bool()>& is_over);

// Eager: with the clauses of acyclicity_clauses.hpp, one call decides.
[[nodiscard]] SatLoopAnswer solve_eagerly(SatLibrary& library, const Part& part,
                                          const std::function<bool()>& is_over);

}  // namespace isolde
