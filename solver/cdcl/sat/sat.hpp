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
#include <span>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

// What a theory says to an assignment. All clauses it hands out must hold in every model.
class Theory {
 public:
  virtual ~Theory() = default;

  // `literal` became true. Returns a clause whose literals are all false now and differ, to object; empty if
  // there is nothing to object. The span stays valid until the next call. An assignment objected to counts,
  // too, until backtrack().
  [[nodiscard]] virtual std::span<const Literal> assign(Literal literal) = 0;
  // After all assignments so far went without objection: literals that must be true now. Each is explained by
  // reason().
  virtual void propagate(std::vector<Literal>& implied) = 0;
  // The clause that implies `literal`, itself first, the others false since before it became true. Requires
  // that `literal` came from propagate() and has not been backtracked over.
  [[nodiscard]] virtual std::span<const Literal> reason(Literal literal) = 0;
  // The value that a variable about to be decided had better have; `saved` is the one it had last, or its
  // first phase.
  [[nodiscard]] virtual bool prefer(Variable /*variable*/, bool saved) { return saved; }
  // The variable may stay open: if all variables of which this holds now got the values that prefer() gives
  // now, the theory would not object. Asked only for variables in no clause but those learnt.
  [[nodiscard]] virtual bool may_stay_open(Variable /*variable*/) const { return false; }
  // Forget the assignments after the first `count` ones.
  virtual void backtrack(std::size_t count) = 0;
};

enum class SatAnswer : std::uint8_t { kSatisfiable, kUnsatisfiable, kStopped };

class ClauseProof;

class SatSolver {
 public:
  // Either may be null; both must outlive this. `proof` is told what every clause is derived from.
  explicit SatSolver(Theory* theory = nullptr, ClauseProof* proof = nullptr,
                     const Heuristics& heuristics = {});
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  // Decided as `phase` first, until phase saving knows better.
  Variable add_variable(bool phase);
  void set_phase(Variable variable, bool phase);
  // Among variables not yet in a conflict, a larger one (at most 1) is decided first; otherwise a smaller
  // number.
  void set_priority(Variable variable, double priority);
  // False if the clauses are found to have no model any more; then solve() says so, too.
  bool add_clause(std::span<const Literal> clause);

  // `stop` is asked after every conflict and every few thousand assignments; may be empty. May be called
  // again, whatever the answer was; phases and what was learnt are kept.
  [[nodiscard]] SatAnswer solve(const std::function<bool()>& stop = {});
  // After kSatisfiable, until the next solve(); for variables that existed then.
  [[nodiscard]] bool value(Variable variable) const;

  [[nodiscard]] std::size_t variable_count() const;
  [[nodiscard]] const SolverStatistics& statistics() const;
  // What the theory and the proof take is not included.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace isolde
