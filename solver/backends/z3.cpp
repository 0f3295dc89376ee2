#include "solver/backends/z3.hpp"

#ifdef ISOLDE_HAS_Z3
#include <string>
#include <z3++.h>

#include "base/contract.hpp"
#include "solver/backends/watchdog.hpp"
#include "solver/cdcl/acyclicity.hpp"
#include "solver/cdcl/phases.hpp"
#endif

namespace isolde {

#ifdef ISOLDE_HAS_Z3
namespace {

// Variables and clauses of a part as expressions.
class Formula {
 public:
  Formula(z3::solver& solver, const Part& part) : context_(solver.ctx()), variables_(context_) {
    for (std::size_t i = 0; i < part.variables.size(); ++i)
      variables_.push_back(context_.bool_const(("v" + std::to_string(i)).c_str()));
    for (const std::vector<Literal>& clause : part.clauses) {
      z3::expr_vector literals(context_);
      for (const Literal literal : clause) literals.push_back(of(literal));
      solver.add(z3::mk_or(literals));
    }
  }

  [[nodiscard]] z3::expr of(Literal literal) const {
    const z3::expr variable = of(literal.variable());
    return literal.is_positive() ? variable : !variable;
  }
  [[nodiscard]] z3::expr of(Variable variable) const { return variables_[static_cast<int>(variable)]; }

  [[nodiscard]] SatLoopAnswer answer(z3::solver& solver, z3::check_result result) const {
    if (result == z3::unsat) return {SatAnswer::kUnsatisfiable, {}, 0};
    if (result == z3::unknown) return {};
    SatLoopAnswer answer{SatAnswer::kSatisfiable, {}, 0};
    const z3::model model = solver.get_model();
    for (unsigned i = 0; i < variables_.size(); ++i)
      answer.values.push_back(model.eval(variables_[static_cast<int>(i)], true).is_true());
    return answer;
  }

 private:
  z3::context& context_;
  z3::expr_vector variables_;
};

// Our theory behind Z3's callbacks, by its C interface: the C++ one wants a class without virtual destructor
// as base. A push remembers how many literals were fixed. Z3 may go on fixing literals after an objection
// until it takes some back; those wait, unseen by the theory.
//
// Invariants
//   1. The theory saw the first `seen_` of `fixed_`, and objected to none but perhaps the last.
class Propagator {
 public:
  Propagator(z3::solver& solver, const Part& part, const Formula& formula)
      : context_(solver.ctx()),
        nothing_(solver.ctx().bool_val(false)),
        formula_(formula),
        theory_(part, first_order(part, {})) {
    Z3_solver_propagate_init(context_, solver, this, push, pop, no_fresh);
    Z3_solver_propagate_fixed(context_, solver, fix);
    Z3_solver_propagate_final(context_, solver, finish);
    id_of_.resize(part.variables.size());
    for (Variable variable = 0; variable < part.variables.size(); ++variable) {
      const unsigned id = Z3_solver_propagate_register(context_, solver, formula.of(variable));
      id_of_[variable] = id;
      if (variable_of_.size() <= id) variable_of_.resize(id + 1);
      variable_of_[id] = variable;
    }
  }
  Propagator(const Propagator&) = delete;
  Propagator& operator=(const Propagator&) = delete;

  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

 private:
  static Propagator& from(void* self) { return *static_cast<Propagator*>(self); }
  static void push(void* self) { from(self).scopes_.push_back(from(self).fixed_.size()); }
  static void pop(void* self, unsigned count) { from(self).take_back(count); }
  // Z3 asks for fresh propagators only for parallel solving and quantifiers, of which we use neither.
  static void* no_fresh(void*, Z3_context) { return nullptr; }
  static void fix(void* self, Z3_solver_callback callback, unsigned id, Z3_ast value) {
    const bool is_true = Z3_get_bool_value(from(self).context_, value) == Z3_L_TRUE;
    from(self).fixed_.emplace_back(from(self).variable_of_[id], is_true);
    from(self).advance(callback);
  }
  static void finish(void* self, Z3_solver_callback callback) { from(self).advance(callback); }

  void take_back(unsigned scopes) {
    const std::size_t size = scopes_[scopes_.size() - scopes];
    scopes_.resize(scopes_.size() - scopes);
    fixed_.resize(size);
    has_objected_ = has_objected_ && seen_ <= size;
    seen_ = std::min(seen_, size);
    theory_.backtrack(seen_);
  }

  void advance(Z3_solver_callback callback) {
    while (!has_objected_ && seen_ < fixed_.size()) {
      const auto objection = theory_.assign(fixed_[seen_++]);
      if (objection.empty()) continue;
      has_objected_ = true;
      ++cycles_;
      infer(callback, objection, nothing_);
    }
    if (has_objected_) return;
    implied_.clear();
    theory_.propagate(implied_);
    for (const Literal literal : implied_)
      infer(callback, theory_.reason(literal).subspan(1), formula_.of(literal));
  }

  // Reports to Z3 that the literals, which are false now, together imply the consequence.
  void infer(Z3_solver_callback callback, std::span<const Literal> literals, const z3::expr& consequence) {
    ids_.clear();
    for (const Literal literal : literals) ids_.push_back(id_of_[literal.variable()]);
    Z3_solver_propagate_consequence(context_, callback, static_cast<unsigned>(ids_.size()), ids_.data(), 0,
                                    nullptr, nullptr, consequence);
  }

  z3::context& context_;
  const z3::expr nothing_;
  const Formula& formula_;
  OrderAcyclicity theory_;
  std::vector<unsigned> id_of_;
  std::vector<Variable> variable_of_;
  std::vector<Literal> fixed_;
  std::size_t seen_ = 0;
  bool has_objected_ = false;
  std::vector<std::size_t> scopes_;
  std::vector<unsigned> ids_;
  std::vector<Literal> implied_;
  std::uint64_t cycles_ = 0;
};

z3::check_result run_z3(z3::solver& solver, const std::function<bool()>& is_over) {
  if (is_over()) return z3::unknown;
  const Watchdog watchdog(is_over, [&] { solver.ctx().interrupt(); });
  return solver.check();
}

void get_counts(const z3::solver& solver, SolverCounts& counts) {
  const z3::stats all = solver.statistics();
  // Z3 leaves out counters that are zero.
  const auto get = [&](const char* name, std::optional<std::uint64_t>& value) {
    value = 0;
    for (unsigned i = 0; i < all.size(); ++i)
      if (all.key(i) == name && all.is_uint(i)) value = all.uint_value(i);
  };
  get("decisions", counts.decisions);
  get("conflicts", counts.conflicts);
  get("propagations", counts.propagations);
}

}  // namespace

SatLoopAnswer solve_z3_propagator(const Part& part, const std::function<bool()>& is_over,
                                  SolverCounts& counts) {
  try {
    z3::context context;
    z3::solver solver(context, z3::solver::simple());
    const Formula formula(solver, part);
    Propagator propagator(solver, part, formula);
    const z3::check_result result = run_z3(solver, is_over);
    get_counts(solver, counts);
    counts.theory_conflicts = propagator.cycles();
    return formula.answer(solver, result);
  } catch (const z3::exception&) {
    return {};
  }
}

SatLoopAnswer solve_z3_difference(const Part& part, const std::function<bool()>& is_over,
                                  SolverCounts& counts) {
  try {
    z3::context context;
    z3::solver solver(context, "QF_IDL");
    const Formula formula(solver, part);
    z3::expr_vector places(context);
    for (std::size_t i = 0; i < part.nodes.size(); ++i)
      places.push_back(context.int_const(("n" + std::to_string(i)).c_str()));
    const auto grows = [&](Edge edge) {
      return places[static_cast<int>(edge.from)] < places[static_cast<int>(edge.to)];
    };
    for (const Edge edge : part.known) solver.add(grows(edge));
    for (std::uint32_t code = 0; code < part.edges.literal_count(); ++code)
      for (const Edge edge : part.edges.of(Literal::from_code(code)))
        solver.add(z3::implies(formula.of(Literal::from_code(code)), grows(edge)));
    const z3::check_result result = run_z3(solver, is_over);
    get_counts(solver, counts);
    return formula.answer(solver, result);
  } catch (const z3::exception&) {
    return {};
  }
}
#else
SatLoopAnswer solve_z3_propagator(const Part&, const std::function<bool()>&, SolverCounts&) { return {}; }
SatLoopAnswer solve_z3_difference(const Part&, const std::function<bool()>&, SolverCounts&) { return {}; }
#endif

}  // namespace isolde
