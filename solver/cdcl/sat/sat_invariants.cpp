// The invariants of sat_implementation.hpp, for builds that check them where solve() ends.
#include <algorithm>
#include <unordered_map>

#include "solver/cdcl/sat/sat_implementation.hpp"

namespace isolde {

bool SatSolver::Implementation::check_invariants() {
  return has_no_model_ || (has_good_trail() && has_good_watches() && has_good_reasons());
}

bool SatSolver::Implementation::has_good_trail() const {
  std::uint32_t level = 0;
  for (std::size_t i = 0; i < trail_.size(); ++i) {
    while (level < level_begins_.size() && level_begins_[level] <= i) ++level;
    const Literal literal = trail_[i];
    if (!is_true(literal) || !is_false(~literal) || level_of(literal) != level) return false;
  }
  const auto assigned = std::ranges::count_if(values_, [](std::int8_t value) { return value != 0; });
  return static_cast<std::size_t>(assigned) == 2 * trail_.size() && propagated_ <= trail_.size() &&
         theory_head_ <= trail_.size() && std::ranges::is_sorted(level_begins_);
}

// After a stop some literals are not propagated yet; the second invariant need not hold of them.
bool SatSolver::Implementation::has_good_watches() {
  std::unordered_map<ClauseRef, std::uint32_t> watched;  // how often; never iterated
  for (std::uint32_t code = 0; code < watches_.size(); ++code)
    for (const Watch& watch : watches_[code]) {
      const std::span<const Literal> literals = arena_.literals(watch.clause);
      const Literal literal = ~Literal::from_code(code);
      if (literals[0] != literal && literals[1] != literal) return false;
      ++watched[watch.clause];
    }
  std::vector<std::uint8_t> is_propagated(values_.size());
  for (std::size_t i = 0; i < propagated_; ++i) is_propagated[trail_[i].code()] = 1;
  for (const std::vector<ClauseRef>* list : {&inputs_, &learnts_})
    for (const ClauseRef ref : *list) {
      const std::span<const Literal> literals = arena_.literals(ref);
      if (watched[ref] != 2) return false;
      for (const Literal each : literals.first(2)) {
        if (is_propagated[(~each).code()] == 0) continue;
        const auto serves = [&](Literal other) {
          return is_true(other) && level_of(other) <= level_of(each);
        };
        if (std::ranges::none_of(literals, serves)) return false;
      }
    }
  return true;
}

bool SatSolver::Implementation::has_good_reasons() {
  std::vector<std::size_t> places(variable_count());
  for (std::size_t i = 0; i < trail_.size(); ++i) places[trail_[i].variable()] = i;
  for (std::size_t i = 0; i < trail_.size(); ++i) {
    const ClauseRef reason = reasons_[trail_[i].variable()];
    if (reason >= kTheoryReason) continue;
    const std::span<const Literal> literals = arena_.literals(reason);
    const auto is_false_before = [&](Literal other) {
      return other == trail_[i] || (is_false(other) && places[other.variable()] < i);
    };
    if (literals[0] != trail_[i] || !std::ranges::all_of(literals, is_false_before)) return false;
  }
  return true;
}

}  // namespace isolde
