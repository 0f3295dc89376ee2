// Which initial values explain what was read, for keys whose initial value the input does not tell.
//
// That a level holds then means: it holds with some initial values. For each key this lists the values to
// try, the most plausible one first, and says whether the list is complete: whether every value that is not
// in it is refuted by the reads of the key alone, or does as well as the first.
//
//   * A counter that is only incremented shows its initial value plus the totals of some transactions. Each
//     read bounds it: by all that may go down and all that may go up, in steps of the totals' greatest common
//     divisor. At a level that respects real time, who ended before the read began is in it, and who began
//     after it ended is not; a read that nobody overlaps determines the value. At other levels that is still
//     where the most plausible value comes from; without times it is the order of the input.
//   * A key that is written as a whole or never shows its initial value, or what somebody wrote. A value that
//     nobody wrote must be initial. If there is none, a value that is never read from before any write does
//     as well as any other; so only those that are read need be tried.
//   * Of lists and sets, and where there are predicates, nothing is listed but "nothing"; not complete.
//
// Only reads of committed transactions bind. Cost: O(n log n).
#pragma once

#include <cstdint>
#include <vector>

#include "history/initial_values.hpp"
#include "history/level.hpp"

namespace isolde {

struct InitialCandidates {
  KeyId key;
  std::vector<InitialCandidate> values;  // at least one, and not many
  bool is_complete = false;
};

// The candidates of every key whose initial value is unknown, ascending by key.
[[nodiscard]] std::vector<InitialCandidates> initial_candidates(const History& history,
                                                                const LevelInfo& level,
                                                                std::int64_t clock_skew);

// Takes the most plausible value of each, which does not depend on the level.
void assume_plausible_initials(History& history);

}  // namespace isolde
