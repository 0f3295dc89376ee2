// Unit propagation over watched literals, and the conversation with the theory.
#include <algorithm>
#include <functional>

#include "base/contract.hpp"
#include "solver/cdcl/sat/sat_implementation.hpp"
#include "solver/cdcl/tuning.hpp"

namespace isolde {

void SatSolver::Implementation::watch(ClauseRef ref) {
  const std::span<const Literal> literals = arena_.literals(ref);
  watches_[(~literals[0]).code()].push_back({ref, literals[1]});
  watches_[(~literals[1]).code()].push_back({ref, literals[0]});
}

// `falsified` is one of the two watched literals and is false. Puts it second, and replaces it by a literal
// that is not false if there is one.
bool SatSolver::Implementation::find_other_watch(ClauseRef ref, Literal falsified) {
  const std::span<Literal> literals = arena_.literals(ref);
  if (literals[0] == falsified) std::swap(literals[0], literals[1]);
  if (is_true(literals[0])) return false;
  for (std::size_t i = 2; i < literals.size(); ++i) {
    if (is_false(literals[i])) continue;
    std::swap(literals[1], literals[i]);
    watches_[(~literals[1]).code()].push_back({ref, literals[0]});
    return true;
  }
  return false;
}

ClauseRef SatSolver::Implementation::propagate_clauses() {
  while (propagated_ < trail_.size()) {
    const Literal truth = trail_[propagated_++];
    ++statistics_.propagations;
    // find_other_watch never adds to this list: the literal it takes is not false.
    std::vector<Watch>& list = watches_[truth.code()];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Watch old = list[i];
      if (is_true(old.blocker)) {
        list[kept++] = old;
        continue;
      }
      if (find_other_watch(old.clause, ~truth)) continue;
      const Literal first = arena_.literals(old.clause)[0];
      list[kept++] = {old.clause, first};
      if (is_true(first)) continue;
      if (is_false(first)) {
        while (++i < list.size()) list[kept++] = list[i];
        list.resize(kept);
        return old.clause;
      }
      assign(first, old.clause);
    }
    list.resize(kept);
  }
  return kNoClause;
}

// Short clauses of the theory are kept like learnt ones, so that next time propagation finds them without the
// theory; others are kept only as long as they are a reason.
ClauseRef SatSolver::Implementation::keep_theory_clause(std::span<const Literal> clause) {
  const ProofId id = proof_ != nullptr ? proof_->add_theory(clause) : 0;
  const bool is_kept = clause.size() > 1 && clause.size() <= cdcl_tuning::kShortClause;
  const ClauseRef ref = arena_.add(clause, is_kept ? ClauseArena::kLearnt : ClauseArena::kLoose, id);
  if (!is_kept) {
    loose_.push_back(ref);
    return ref;
  }
  // The literals that backtracking will make open first are watched. A literal that the others imply is the
  // first already.
  const std::span<Literal> literals = arena_.literals(ref);
  const std::size_t sorted_from = is_false(literals[0]) ? 0 : 1;
  std::ranges::sort(literals.subspan(sorted_from), std::ranges::greater(),
                    [&](Literal literal) { return level_of(literal); });
  arena_.set_lbd(ref, cdcl_tuning::kGlue);
  learnts_.push_back(ref);
  watch(ref);
  return ref;
}

ClauseRef SatSolver::Implementation::assign_in_theory() {
  while (theory_head_ < trail_.size() && !is_stopped_) {
    const std::span<const Literal> objection = theory_->assign(trail_[theory_head_++]);
    if (!objection.empty()) {
      ++statistics_.theory_conflicts;
      return keep_theory_clause(objection);
    }
    if (theory_head_ % cdcl_tuning::kAskEveryInTheory == 0) static_cast<void>(should_stop());
  }
  return kNoClause;
}

ClauseRef SatSolver::Implementation::propagate_theory() {
  implied_.clear();
  theory_->propagate(implied_);
  if (!heuristics_.propagation) return kNoClause;
  for (const Literal literal : implied_) {
    if (is_true(literal)) continue;
    if (is_false(literal)) {
      ++statistics_.theory_conflicts;
      return keep_theory_clause(theory_->reason(literal));
    }
    assign(literal, kTheoryReason);
  }
  return kNoClause;
}

ClauseRef SatSolver::Implementation::propagate() {
  while (true) {
    ClauseRef conflict = propagate_clauses();
    if (conflict != kNoClause || theory_ == nullptr) return conflict;
    conflict = assign_in_theory();
    if (conflict != kNoClause || is_stopped_) return conflict;
    conflict = propagate_theory();
    if (conflict != kNoClause || propagated_ == trail_.size()) return conflict;
  }
}

}  // namespace isolde
