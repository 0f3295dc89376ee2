// MiniSat 2.2 behind SatLibrary. Its propagate() is not virtual, so it cannot host our theory.
#include "solver/backends/sat_library.hpp"

#ifdef ISOLDE_HAS_MINISAT
#include <minisat/core/Solver.h>

#include "solver/backends/watchdog.hpp"
#endif

namespace isolde {

#ifdef ISOLDE_HAS_MINISAT
using Minisat::lbool;  // the macros l_True and l_False name it

namespace {

class MinisatLibrary final : public SatLibrary {
 public:
  Variable add_variable() override { return static_cast<Variable>(solver_.newVar()); }

  void add_clause(std::span<const Literal> clause) override {
    literals_.clear();
    for (const Literal literal : clause)
      literals_.push(Minisat::mkLit(static_cast<Minisat::Var>(literal.variable()), !literal.is_positive()));
    solver_.addClause_(literals_);
  }

  SatAnswer solve(const std::function<bool()>& is_over) override {
    if (is_over()) return SatAnswer::kStopped;
    solver_.clearInterrupt();
    const Watchdog watchdog(is_over, [this] { solver_.interrupt(); });
    const Minisat::lbool answer = solver_.solveLimited(Minisat::vec<Minisat::Lit>());
    if (answer == l_True) return SatAnswer::kSatisfiable;
    return answer == l_False ? SatAnswer::kUnsatisfiable : SatAnswer::kStopped;
  }

  bool value(Variable variable) override {
    return solver_.modelValue(static_cast<Minisat::Var>(variable)) == l_True;
  }

  [[nodiscard]] SolverCounts counts() const override {
    return {solver_.decisions, solver_.conflicts, solver_.propagations};
  }

 private:
  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> literals_;
};

}  // namespace

std::unique_ptr<SatLibrary> make_minisat() { return std::make_unique<MinisatLibrary>(); }
#else
std::unique_ptr<SatLibrary> make_minisat() { return nullptr; }
#endif

}  // namespace isolde
