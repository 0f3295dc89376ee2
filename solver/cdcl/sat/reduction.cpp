// Forgets clauses that are true for good, and the worse half of the learnt ones.
#include <algorithm>

#include "base/contract.hpp"
#include "solver/cdcl/sat/sat_implementation.hpp"
#include "solver/cdcl/tuning.hpp"

namespace isolde {

bool SatSolver::Implementation::is_locked(ClauseRef ref) {
  // In watched clauses, and in those of the theory, the literal that they imply stands first.
  const Literal first = arena_.literals(ref)[0];
  return is_true(first) && reasons_[first.variable()] == ref;
}

bool SatSolver::Implementation::is_satisfied_for_good(ClauseRef ref) {
  return std::ranges::any_of(arena_.literals(ref),
                             [&](Literal literal) { return is_true(literal) && level_of(literal) == 0; });
}

void SatSolver::Implementation::reduce() {
  next_reduction_ =
      statistics_.conflicts + cdcl_tuning::kFirstReduction + cdcl_tuning::kMoreEachReduction * ++reductions_;

  // Worst first; ties by age.
  std::vector<ClauseRef> candidates;
  for (const ClauseRef ref : learnts_)
    if (arena_.lbd(ref) > cdcl_tuning::kGlue && !is_locked(ref)) candidates.push_back(ref);
  std::ranges::sort(candidates, [&](ClauseRef a, ClauseRef b) {
    if (arena_.lbd(a) != arena_.lbd(b)) return arena_.lbd(a) > arena_.lbd(b);
    if (arena_.activity(a) != arena_.activity(b)) return arena_.activity(a) < arena_.activity(b);
    return a < b;
  });
  for (std::size_t i = 0; i < candidates.size() / 2; ++i) arena_.set(candidates[i], ClauseArena::kGarbage);
  for (const std::vector<ClauseRef>* list : {&inputs_, &learnts_})
    for (const ClauseRef ref : *list)
      if (!is_locked(ref) && is_satisfied_for_good(ref)) arena_.set(ref, ClauseArena::kGarbage);
  for (const ClauseRef ref : loose_)
    if (!is_locked(ref)) arena_.set(ref, ClauseArena::kGarbage);
  collect_garbage();
}

void SatSolver::Implementation::collect_garbage() {
  arena_.collect();
  for (std::vector<ClauseRef>* list : {&inputs_, &learnts_, &loose_}) {
    for (ClauseRef& ref : *list) ref = arena_.new_place(ref);
    std::erase(*list, kNoClause);
  }
  for (std::vector<Watch>& list : watches_) {
    for (Watch& watch : list) watch.clause = arena_.new_place(watch.clause);
    std::erase_if(list, [](const Watch& watch) { return watch.clause == kNoClause; });
  }
  for (const Literal literal : trail_) {
    ClauseRef& reason = reasons_[literal.variable()];
    if (reason < kTheoryReason) reason = arena_.new_place(reason);
    ISOLDE_INVARIANT(level_of(literal) == 0 || reason != kNoClause ||
                     literal == trail_[level_begins_[level_of(literal) - 1]]);  // reasons are never garbage
  }
  arena_.forget_places();
}

}  // namespace isolde
