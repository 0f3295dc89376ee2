// CaDiCaL 1.5, the version that distributions package, which has no external propagators yet. Its `lucky`
// phases are switched off, because they start over with every call and cost nearly all the time of a loop of
// many short calls.
#include "solver/backends/sat_library.hpp"

#ifdef ISOLDE_HAS_CADICAL
#include <cadical.hpp>
#endif

namespace isolde {

#ifdef ISOLDE_HAS_CADICAL
namespace {

class Halt final : public CaDiCaL::Terminator {
 public:
  explicit Halt(const std::function<bool()>& is_over) : is_over_(is_over) {}
  bool terminate() override { return is_over_(); }

 private:
  const std::function<bool()>& is_over_;
};

class CadicalLibrary final : public SatLibrary {
 public:
  CadicalLibrary() {
    solver_.set("quiet", 1);
    solver_.set("lucky", 0);
  }

  Variable add_variable() override { return variables_++; }

  void add_clause(std::span<const Literal> clause) override {
    for (const Literal literal : clause) solver_.add(number_of(literal));
    solver_.add(0);
  }

  SatAnswer solve(const std::function<bool()>& is_over) override {
    if (is_over()) return SatAnswer::kStopped;
    solver_.reserve(static_cast<int>(variables_));
    Halt halt(is_over);
    solver_.connect_terminator(&halt);
    const int answer = solver_.solve();
    solver_.disconnect_terminator();
    constexpr int kSat = 10;
    constexpr int kUnsat = 20;
    if (answer == kSat) return SatAnswer::kSatisfiable;
    return answer == kUnsat ? SatAnswer::kUnsatisfiable : SatAnswer::kStopped;
  }

  bool value(Variable variable) override { return solver_.val(number_of(Literal(variable, true))) > 0; }

  // This version has no interface to its counters but for those of clauses.
  [[nodiscard]] SolverCounts counts() const override { return {}; }

 private:
  [[nodiscard]] static int number_of(Literal literal) {
    const int number = static_cast<int>(literal.variable()) + 1;
    return literal.is_positive() ? number : -number;
  }

  CaDiCaL::Solver solver_;
  Variable variables_ = 0;
};

}  // namespace

std::unique_ptr<SatLibrary> make_cadical() { return std::make_unique<CadicalLibrary>(); }
#else
std::unique_ptr<SatLibrary> make_cadical() { return nullptr; }
#endif

}  // namespace isolde
