// Z3, twice: with our theory of acyclicity as its user propagator, and with integers that grow along edges.
#pragma once

#include <functional>

#include "polygraph/polygraph.hpp"
#include "solver/backends/sat_loop.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

// Both need a build with Z3; `part` is the whole polygraph, its known edges have no cycle. What Z3 counts as
// conflicts and decisions goes to `statistics`. An error of Z3 counts as stopped.
[[nodiscard]] SatLoopAnswer solve_z3_propagator(const Part& part, const std::function<bool()>& is_over,
                                                SolverCounts& counts);
[[nodiscard]] SatLoopAnswer solve_z3_difference(const Part& part, const std::function<bool()>& is_over,
                                                SolverCounts& counts);

}  // namespace isolde
