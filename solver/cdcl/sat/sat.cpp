#include "solver/cdcl/sat/sat.hpp"

#include <algorithm>

#include "base/contract.hpp"
#include "base/sort_unique.hpp"
#include "solver/cdcl/sat/sat_implementation.hpp"
#include "solver/cdcl/tuning.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kNever = UINT64_MAX;

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... (Luby, Sinclair, Zuckerman 1993), counted from 1.
std::uint64_t luby(std::uint64_t index) {
  std::uint64_t size = 1;
  while (size < index) size = 2 * size + 1;
  while (size != index) {
    size /= 2;
    if (index > size) index -= size;
  }
  return (size + 1) / 2;
}

}  // namespace

Variable SatSolver::Implementation::add_variable(bool phase) {
  const auto variable = static_cast<Variable>(levels_.size());
  watches_.resize(watches_.size() + 2);
  values_.resize(values_.size() + 2);
  levels_.push_back(0);
  reasons_.push_back(kNoClause);
  phases_.push_back(phase ? 1 : 0);
  units_.push_back(0);
  seen_.push_back(0);
  is_in_clause_.push_back(0);
  is_put_off_.push_back(0);
  level_stamps_.resize(levels_.size() + 1);
  heap_.add_variable();
  return variable;
}

bool SatSolver::Implementation::add_clause(std::span<const Literal> clause) {
  if (has_no_model_) return false;
  for (const Literal literal : clause) {
    ISOLDE_REQUIRE(literal.variable() < variable_count());
    is_in_clause_[literal.variable()] = 1;
  }
  ISOLDE_INVARIANT(level() == 0);
  ProofId id = proof_ != nullptr ? proof_->add_input(clause) : 0;

  std::vector<Literal> literals(clause.begin(), clause.end());
  sort_unique(literals);
  for (std::size_t i = 0; i < literals.size(); ++i)
    if (is_true(literals[i]) || (i > 0 && literals[i] == ~literals[i - 1])) return true;
  if (proof_ != nullptr && std::ranges::any_of(literals, [&](Literal l) { return is_false(l); })) {
    antecedents_.push_back(id);
    for (const Literal literal : literals)
      if (is_false(literal)) antecedents_.push_back(units_[literal.variable()]);
    id = derive();
  }
  std::erase_if(literals, [&](Literal literal) { return is_false(literal); });

  if (literals.empty()) {
    has_no_model_ = true;
    if (proof_ != nullptr) {
      antecedents_.push_back(id);
      static_cast<void>(derive());
    }
    return false;
  }
  if (literals.size() > 1) {
    const ClauseRef ref = arena_.add(literals, 0, id);
    inputs_.push_back(ref);
    watch(ref);
    return true;
  }
  if (proof_ != nullptr) units_[literals[0].variable()] = id;
  assign(literals[0], kNoClause);
  const ClauseRef conflict = propagate_clauses();
  if (conflict != kNoClause) refute(conflict);
  return !has_no_model_;
}

void SatSolver::Implementation::assign(Literal literal, ClauseRef reason) {
  ISOLDE_INVARIANT(!is_assigned(literal));
  const Variable variable = literal.variable();
  if (proof_ != nullptr && level() == 0 && reason != kNoClause) derive_unit(literal, reason);
  values_[literal.code()] = 1;
  values_[(~literal).code()] = -1;
  levels_[variable] = level();
  // A literal of level 0 holds for good and needs no reason, so its clause may be forgotten.
  reasons_[variable] = level() == 0 ? kNoClause : reason;
  trail_.push_back(literal);
}

void SatSolver::Implementation::decide(Literal literal) {
  ISOLDE_INVARIANT(propagated_ == trail_.size() && (theory_ == nullptr || theory_head_ == trail_.size()));
  ++statistics_.decisions;
  level_begins_.push_back(trail_.size());
  assign(literal, kNoClause);
}

void SatSolver::Implementation::backtrack(std::uint32_t to) {
  if (level() <= to) return;
  const std::size_t size = level_begins_[to];
  ISOLDE_INVARIANT(size < trail_.size());  // a level begins with its decision
  if (theory_ != nullptr && theory_head_ > size) {
    theory_head_ = size;
    theory_->backtrack(size);
  }
  while (trail_.size() > size) {
    const Literal literal = trail_.back();
    trail_.pop_back();
    values_[literal.code()] = 0;
    values_[(~literal).code()] = 0;
    phases_[literal.variable()] = literal.is_positive() ? 1 : 0;
    reasons_[literal.variable()] = kNoClause;
    if (is_put_off_[literal.variable()] == 0) heap_.insert(literal.variable());
  }
  level_begins_.resize(to);
  propagated_ = size;
}

bool SatSolver::Implementation::should_stop() {
  asked_at_ = statistics_.propagations;
  if (stop_ && stop_()) is_stopped_ = true;
  return is_stopped_;
}

// Keeps the decisions that would be made again at once.
void SatSolver::Implementation::restart() {
  ++statistics_.restarts;
  while (!heap_.empty() && is_assigned(Literal(heap_.top(), true))) heap_.pop();
  std::uint32_t kept = 0;
  if (!heap_.empty()) {
    const double next = heap_.activity(heap_.top());
    while (kept < level() && heap_.activity(trail_[level_begins_[kept]].variable()) > next) ++kept;
  }
  backtrack(kept);
}

// Searches until an answer is found or there were so many conflicts; then it answers kStopped, and
// is_stopped_ is false.
SatAnswer SatSolver::Implementation::search(std::uint64_t conflicts) {
  const std::uint64_t last = statistics_.conflicts + std::min(conflicts, kNever - statistics_.conflicts);
  while (true) {
    const ClauseRef conflict = propagate();
    if (conflict != kNoClause) {
      if (!resolve_conflict(conflict)) return SatAnswer::kUnsatisfiable;
      if (should_stop()) return SatAnswer::kStopped;
      continue;
    }
    if (is_stopped_) return SatAnswer::kStopped;
    if (statistics_.propagations - asked_at_ > cdcl_tuning::kAskEvery && should_stop())
      return SatAnswer::kStopped;
    if (statistics_.conflicts >= last) return SatAnswer::kStopped;
    if (heuristics_.reduction && statistics_.conflicts >= next_reduction_) reduce();
    const Variable variable = next_decision();
    if (variable == kNothing) return SatAnswer::kSatisfiable;
    decide(Literal(variable, heuristics_.phases ? preferred_value(variable) : saved_value(variable)));
  }
}

Variable SatSolver::Implementation::next_decision() {
  while (true) {
    while (!heap_.empty()) {
      const Variable variable = heap_.top();
      heap_.pop();
      if (is_assigned(Literal(variable, true))) continue;
      if (!may_stay_open(variable)) return variable;
      put_off_.push_back(variable);
      is_put_off_[variable] = 1;
    }
    // Variables that were put off may not stay open any more.
    std::erase_if(put_off_, [&](Variable variable) {
      if (is_assigned(Literal(variable, true)) || may_stay_open(variable)) return false;
      is_put_off_[variable] = 0;
      heap_.insert(variable);
      return true;
    });
    if (heap_.empty()) return kNothing;
  }
}

void SatSolver::Implementation::keep_model() {
  model_.resize(variable_count());
  for (Variable variable = 0; variable < model_.size(); ++variable) {
    const Literal literal(variable, true);
    model_[variable] = is_assigned(literal) ? is_true(literal) : preferred_value(variable);
  }
}

SatAnswer SatSolver::Implementation::solve(const std::function<bool()>& stop) {
  if (has_no_model_) return SatAnswer::kUnsatisfiable;
  stop_ = stop;
  is_stopped_ = false;
  SatAnswer answer = SatAnswer::kStopped;
  for (std::uint64_t round = 1; answer == SatAnswer::kStopped && !is_stopped_; ++round) {
    if (round > 1) restart();
    answer = search(heuristics_.restarts ? cdcl_tuning::kRestartUnit * luby(round) : kNever);
  }
  ISOLDE_INVARIANT(check_invariants());
  if (answer == SatAnswer::kSatisfiable) keep_model();
  backtrack(0);
  // Until the next call, clauses may be added that mention variables that stayed open.
  for (const Variable variable : put_off_) {
    is_put_off_[variable] = 0;
    heap_.insert(variable);
  }
  put_off_.clear();
  stop_ = {};
  return answer;
}

std::size_t SatSolver::Implementation::memory_bytes() const {
  std::size_t watches = watches_.capacity() * sizeof(std::vector<Watch>);
  for (const std::vector<Watch>& list : watches_) watches += list.capacity() * sizeof(Watch);
  constexpr std::size_t kPerVariable = 64;  // about what the arrays by variable and literal take
  return arena_.memory_bytes() + watches + heap_.memory_bytes() + variable_count() * kPerVariable;
}

// --- The facade.

SatSolver::SatSolver(Theory* theory, ClauseProof* proof, const Heuristics& heuristics)
    : implementation_(std::make_unique<Implementation>(theory, proof, heuristics)) {}
SatSolver::~SatSolver() = default;

Variable SatSolver::add_variable(bool phase) { return implementation_->add_variable(phase); }
void SatSolver::set_phase(Variable variable, bool phase) { implementation_->set_phase(variable, phase); }
void SatSolver::set_priority(Variable variable, double priority) {
  implementation_->set_priority(variable, priority);
}
bool SatSolver::add_clause(std::span<const Literal> clause) { return implementation_->add_clause(clause); }
SatAnswer SatSolver::solve(const std::function<bool()>& stop) { return implementation_->solve(stop); }
bool SatSolver::value(Variable variable) const { return implementation_->value(variable); }
std::size_t SatSolver::variable_count() const { return implementation_->variable_count(); }
const SolverStatistics& SatSolver::statistics() const { return implementation_->statistics(); }
std::size_t SatSolver::memory_bytes() const { return implementation_->memory_bytes(); }

}  // namespace isolde
