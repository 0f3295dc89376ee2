// The answer set solver clasp, a program of its own, which knows acyclic graphs (its aspif statement 8). Its
// DIMACS extension for graphs gave a wrong answer in our trials and is not used.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "solver/backends/sat_loop.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

// The part as a program in aspif (Kaminski et al., "A tutorial on hybrid answer set solving with clingo"):
// a choice per variable, a constraint per clause, an edge statement per edge.
[[nodiscard]] std::string aspif_of(const Part& part);

// `program` is the path of clasp; `part` as for the others.
[[nodiscard]] SatLoopAnswer solve_clasp(const std::string& program, const Part& part,
                                        std::optional<std::size_t> memory_bytes,
                                        const std::function<bool()>& is_over, SolverCounts& counts);

}  // namespace isolde
