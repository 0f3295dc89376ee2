// What a conflict teaches: the clause of the first unique implication point, minimised by removing literals
// that the others imply, and its derivation for the proof.
#include <algorithm>

#include "base/contract.hpp"
#include "base/sort_unique.hpp"
#include "solver/cdcl/sat/sat_implementation.hpp"
#include "solver/cdcl/tuning.hpp"

namespace isolde {
namespace {

// Marks of seen_.
constexpr std::uint8_t kSeen = 1;
constexpr std::uint8_t kInLearnt = 2;

std::uint32_t level_bit(std::uint32_t level) { return 1U << (level % 32); }

}  // namespace

void SatSolver::Implementation::see(Variable variable) {
  seen_[variable] = kSeen;
  all_seen_.push_back(variable);
}

// The clause that made `literal` true; the theory is asked only here.
ClauseRef SatSolver::Implementation::explain(Literal literal) {
  ClauseRef& reason = reasons_[literal.variable()];
  if (reason == kTheoryReason) reason = keep_theory_clause(theory_->reason(literal));
  return reason;
}

std::uint32_t SatSolver::Implementation::count_levels(std::span<const Literal> clause) {
  ++stamp_;
  std::uint32_t count = 0;
  for (const Literal literal : clause) {
    std::uint64_t& stamp = level_stamps_[level_of(literal)];
    if (stamp != stamp_) ++count;
    stamp = stamp_;
  }
  return count;
}

void SatSolver::Implementation::use_clause(ClauseRef ref) {
  constexpr float kTooLarge = 1e20F;
  if (!arena_.has(ref, ClauseArena::kLearnt)) return;
  arena_.set_activity(ref, arena_.activity(ref) + clause_increment_);
  if (arena_.activity(ref) > kTooLarge) {
    for (const ClauseRef learnt : learnts_) arena_.set_activity(learnt, arena_.activity(learnt) / kTooLarge);
    clause_increment_ /= kTooLarge;
  }
  if (arena_.lbd(ref) > cdcl_tuning::kGlue) {
    const std::uint32_t lbd = count_levels(arena_.literals(ref));
    if (lbd < arena_.lbd(ref)) arena_.set_lbd(ref, lbd);
  }
}

// Resolves the conflict with reasons, latest first, until one literal of the current level is left.
void SatSolver::Implementation::find_first_unique_implication_point(ClauseRef conflict) {
  learnt_.assign(1, Literal());
  std::size_t open = 0;  // literals of the current level seen and not resolved yet
  std::size_t at = trail_.size();
  Literal resolved;
  ClauseRef ref = conflict;
  while (true) {
    use_clause(ref);
    for (const Literal literal : arena_.literals(ref)) {
      const Variable variable = literal.variable();
      if (literal == resolved || seen_[variable] != 0 || levels_[variable] == 0) continue;
      see(variable);
      if (heuristics_.activity) heap_.bump(variable);
      if (levels_[variable] == level())
        ++open;
      else
        learnt_.push_back(literal);
    }
    do --at;
    while (seen_[trail_[at].variable()] == 0);
    resolved = trail_[at];
    if (--open == 0) break;
    ref = explain(resolved);
  }
  learnt_[0] = ~resolved;
}

// Whether `literal` follows from other literals of the learnt clause, so that it can go. Looks only at levels
// that occur in the clause, and leaves literals marked that were found to follow.
bool SatSolver::Implementation::is_redundant(Literal literal, std::uint32_t levels) {
  const std::size_t seen_before = all_seen_.size();
  stack_.assign(1, literal);
  while (!stack_.empty()) {
    const Variable implied = stack_.back().variable();
    stack_.pop_back();
    for (const Literal other : arena_.literals(reasons_[implied])) {
      const Variable variable = other.variable();
      if (variable == implied || seen_[variable] != 0 || levels_[variable] == 0) continue;
      if (reasons_[variable] < kTheoryReason && (level_bit(levels_[variable]) & levels) != 0) {
        see(variable);
        stack_.push_back(other);
        continue;
      }
      while (all_seen_.size() > seen_before) {
        seen_[all_seen_.back()] = 0;
        all_seen_.pop_back();
      }
      return false;
    }
  }
  return true;
}

void SatSolver::Implementation::minimise() {
  std::uint32_t levels = 0;
  for (std::size_t i = 1; i < learnt_.size(); ++i) levels |= level_bit(level_of(learnt_[i]));
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learnt_.size(); ++i) {
    const Literal literal = learnt_[i];
    if (reasons_[literal.variable()] >= kTheoryReason || !is_redundant(literal, levels))
      learnt_[kept++] = literal;
  }
  learnt_.resize(kept);
}

void SatSolver::Implementation::learn(ProofId id) {
  if (learnt_.size() == 1) {
    backtrack(0);
    if (proof_ != nullptr) units_[learnt_[0].variable()] = id;
    assign(learnt_[0], kNoClause);
    return;
  }
  const auto latest = std::ranges::max_element(learnt_.begin() + 1, learnt_.end(), {},
                                               [&](Literal literal) { return level_of(literal); });
  std::iter_swap(learnt_.begin() + 1, latest);
  const std::uint32_t lbd = count_levels(learnt_);
  backtrack(level_of(learnt_[1]));
  const ClauseRef ref = arena_.add(learnt_, ClauseArena::kLearnt, id);
  arena_.set_lbd(ref, lbd);
  arena_.set_activity(ref, clause_increment_);
  learnts_.push_back(ref);
  watch(ref);
  assign(learnt_[0], ref);
}

bool SatSolver::Implementation::resolve_conflict(ClauseRef conflict) {
  ++statistics_.conflicts;
  // A theory may notice a conflict late; then all of its literals are of earlier levels.
  std::uint32_t latest = 0;
  for (const Literal literal : arena_.literals(conflict)) latest = std::max(latest, level_of(literal));
  if (latest < level()) backtrack(latest);
  if (latest == 0) {
    refute(conflict);
    return false;
  }
  find_first_unique_implication_point(conflict);
  if (heuristics_.minimisation) minimise();
  collect_learnt_antecedents(conflict);
  const ProofId id = derive();
  for (const Variable variable : all_seen_) seen_[variable] = 0;
  all_seen_.clear();
  learn(id);
  heap_.decay();
  clause_increment_ *= 1 / cdcl_tuning::kClauseDecay;
  return true;
}

// --- ClauseProof.

// The clause itself, and the units that remove its literals of level 0.
void SatSolver::Implementation::collect_antecedents(ClauseRef clause) {
  antecedents_.push_back(arena_.proof_id(clause));
  for (const Literal literal : arena_.literals(clause))
    if (is_false(literal) && level_of(literal) == 0) antecedents_.push_back(units_[literal.variable()]);
}

// Collects the reasons of the literals that were seen and are not in the learnt clause: these were resolved
// away.
void SatSolver::Implementation::collect_learnt_antecedents(ClauseRef conflict) {
  if (proof_ == nullptr) return;
  for (const Literal literal : learnt_) seen_[literal.variable()] = kInLearnt;
  collect_antecedents(conflict);
  for (const Variable variable : all_seen_)
    if (seen_[variable] != kInLearnt) collect_antecedents(reasons_[variable]);
}

ProofId SatSolver::Implementation::derive() {
  if (proof_ == nullptr) return 0;
  sort_unique(antecedents_);
  const ProofId id = proof_->add_derived(antecedents_);
  antecedents_.clear();
  return id;
}

void SatSolver::Implementation::derive_unit(Literal literal, ClauseRef reason) {
  if (reason == kTheoryReason) reason = keep_theory_clause(theory_->reason(literal));
  collect_antecedents(reason);
  units_[literal.variable()] = derive();
}

void SatSolver::Implementation::refute(ClauseRef conflict) {
  has_no_model_ = true;
  if (proof_ == nullptr) return;
  collect_antecedents(conflict);
  static_cast<void>(derive());
}

}  // namespace isolde
