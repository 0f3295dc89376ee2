// The interface to SAT libraries of others: what the lazy loop and the eager encoding (sat_loop.hpp) need.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "polygraph/polygraph.hpp"
#include "solver/cdcl/sat/sat.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

class SatLibrary {
 public:
  virtual ~SatLibrary() = default;

  [[nodiscard]] virtual Variable add_variable() = 0;  // numbered from zero
  virtual void add_clause(std::span<const Literal> clause) = 0;
  // Clauses may be added after it, and it may be called again. `is_over`, asked now and then and perhaps by
  // another thread, stops it.
  [[nodiscard]] virtual SatAnswer solve(const std::function<bool()>& is_over) = 0;
  // After kSatisfiable, before anything is added.
  [[nodiscard]] virtual bool value(Variable variable) = 0;
  [[nodiscard]] virtual SolverCounts counts() const = 0;
};

// Null if the build did without the library.
[[nodiscard]] std::unique_ptr<SatLibrary> make_minisat();
[[nodiscard]] std::unique_ptr<SatLibrary> make_cadical();
[[nodiscard]] std::unique_ptr<SatLibrary> make_cryptominisat();

}  // namespace isolde
