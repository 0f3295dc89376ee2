// Conflict-driven clause learning: two watched literals, first-UIP learning with minimisation, EVSIDS, phase
// saving, Luby restarts, clause reduction. Incremental: variables and clauses may be added between calls of
// solve(). A theory, if there is one, sees every assignment and may object or infer.
//
// Deterministic: the same calls give the same answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "encode/polygraph.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

// What a theory says to an assignment. All clauses it hands out must hold in every model.
class Theory {
 public:
  virtual ~Theory() = default;

  // `literal` became true. Returns a clause whose literals are all false now, to object; empty if there is
  // nothing to object. The span stays valid until the next call.
  [[nodiscard]] virtual std::span<const Literal> assign(Literal literal) = 0;
  // After all assignments so far went without objection: literals that must be true now. Each is explained by
  // reason().
  virtual void propagate(std::vector<Literal>& implied) = 0;
  // The clause that implies `literal`, itself first, the others false.
  [[nodiscard]] virtual std::span<const Literal> reason(Literal literal) = 0;
  // Forget the assignments after the first `count` ones.
  virtual void backtrack(std::size_t count) = 0;
};

enum class SatAnswer : std::uint8_t { kSatisfiable, kUnsatisfiable, kStopped };

class SatSolver {
 public:
  // `theory` may be null, and must outlive this.
  explicit SatSolver(Theory* theory = nullptr);
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  // Decided as `phase` first, until phase saving knows better.
  Variable add_variable(bool phase);
  void set_phase(Variable variable, bool phase);
  // False if the clauses have no model any more.
  bool add_clause(std::span<const Literal> clause);

  // `stop` is asked now and then; may be empty.
  [[nodiscard]] SatAnswer solve(const std::function<bool()>& stop = {});
  // After kSatisfiable.
  [[nodiscard]] bool value(Variable variable) const;

  [[nodiscard]] std::size_t variable_count() const;
  [[nodiscard]] const SolverStatistics& statistics() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace isolde
