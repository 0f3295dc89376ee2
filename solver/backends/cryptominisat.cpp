// CryptoMiniSat 5 behind SatLibrary, on one thread.
#include "solver/backends/sat_library.hpp"

#ifdef ISOLDE_HAS_CRYPTOMINISAT
#include <vector>

#include <cryptominisat5/cryptominisat.h>

#include "solver/backends/watchdog.hpp"
#endif

namespace isolde {

#ifdef ISOLDE_HAS_CRYPTOMINISAT
namespace {

class CryptominisatLibrary final : public SatLibrary {
 public:
  Variable add_variable() override { return variables_++; }

  void add_clause(std::span<const Literal> clause) override {
    announce_variables();
    literals_.clear();
    for (const Literal literal : clause) literals_.emplace_back(literal.variable(), !literal.is_positive());
    solver_.add_clause(literals_);
  }

  SatAnswer solve(const std::function<bool()>& is_over) override {
    if (is_over()) return SatAnswer::kStopped;
    announce_variables();
    const Watchdog watchdog(is_over, [this] { solver_.interrupt_asap(); });
    const CMSat::lbool answer = solver_.solve();
    if (answer == CMSat::l_True) return SatAnswer::kSatisfiable;
    return answer == CMSat::l_False ? SatAnswer::kUnsatisfiable : SatAnswer::kStopped;
  }

  bool value(Variable variable) override { return solver_.get_model()[variable] == CMSat::l_True; }

  [[nodiscard]] SolverCounts counts() const override {
    return {solver_.get_sum_decisions(), solver_.get_sum_conflicts(), solver_.get_sum_propagations()};
  }

 private:
  // Variables are announced many at once, which is much faster than one by one.
  void announce_variables() {
    if (announced_ < variables_) solver_.new_vars(variables_ - announced_);
    announced_ = variables_;
  }

  CMSat::SATSolver solver_;
  std::vector<CMSat::Lit> literals_;
  Variable variables_ = 0;
  Variable announced_ = 0;
};

}  // namespace

std::unique_ptr<SatLibrary> make_cryptominisat() { return std::make_unique<CryptominisatLibrary>(); }
#else
std::unique_ptr<SatLibrary> make_cryptominisat() { return nullptr; }
#endif

}  // namespace isolde
