// The anomalies that textbooks name (Adya 1999; Berenson and others 1995; Elle §4), smallest form of each.
#include <array>

#include "frontends/plants/plants.hpp"

namespace isolde::plants {

std::span<const PlantInfo> classic_plants() {
  constexpr Family kClassic = Family::kClassic;
  static constexpr std::array<PlantInfo, 16> kPlants = {{
      {"G0", kClassic, "dirty write: two transactions' writes of two keys are ordered both ways",
       "a [0,8]: w x 1, w y 1; b [1,9]: w x 2, w y 2; c [10,11]: r x 2, r y 1", kBreaksAll},
      {"G1a", kClassic, "aborted read: a committed transaction read what was rolled back",
       "a aborted [0,8]: w x 1; b [1,9]: r x 1", kBreaksAll},
      {"G1b", kClassic, "intermediate read: a value that its writer replaced itself",
       "a [0,8]: w x 1, w x 2; b [1,9]: r x 1", kBreaksAll},
      {"G1c", kClassic, "circular information flow: two transactions read each other's writes",
       "a [0,8]: w x 1, r y 2; b [1,9]: w y 2, r x 1", kBreaksAll},
      {"lost-update", kClassic, "two transactions read the same version and both replace it",
       "a [0,8]: r x nil, w x 1; b [1,9]: r x nil, w x 2", kAllowedByPrefix},
      {"read-skew", kClassic, "G-single: one key before and one key after another's update of both",
       "a [0,9]: r x nil, r y 1; b [1,8]: w x 1, w y 1", kBreaksAll},
      {"write-skew", kClassic, "G2-item: each overwrites what the other read",
       "a [0,8]: r x nil, w y 1; b [1,9]: r y nil, w x 1", kAllowedBySnapshots},
      {"G2", kClassic, "write skew over a predicate: each inserts a row that the other's condition misses",
       "a [0,8]: pr 'v1 between 1 and 9' {}, insert p (v1=1 v2=1); "
       "b [1,9]: pr 'v1 between 1 and 9' {}, insert q (v1=2 v2=2)",
       kAllowedByBoth},
      {"phantom", kClassic, "a row appears between two evaluations of one condition",
       "a [0,9]: pr 'v1 between 1 and 9' {}, pr 'v1 between 1 and 9' {p=(v1=1 v2=1)}; "
       "b [1,8]: insert p (v1=1 v2=1)",
       kAllowedByItems},
      {"long-fork", kClassic, "two readers see two independent writes in opposite orders",
       "a [0,8]: w x 1; b [1,9]: w y 1; c [2,10]: r x 1, r y nil; d [3,11]: r x nil, r y 1", kBreaksAll},
      {"fractured-read", kClassic, "half of another transaction's writes",
       "a [0,8]: w x 1, w y 1; b [1,9]: r x 1, r y nil", kBreaksAll},
      {"non-repeatable-read", kClassic, "two reads of one key give two versions",
       "a [0,9]: r x nil, r x 1; b [1,8]: w x 1", kBreaksAll},
      {"stale-read", kClassic, "a read misses a write that had ended before it began",
       "a [0,2]: w x 1; b [4,6]: r x nil", "++- ++- + +"},
      {"session-violation", kClassic, "a session does not see its own earlier write",
       "a [0,2]: w x 1; a [4,6]: r x nil", "+-- +-- - +"},
      {"internal", kClassic, "a transaction does not see its own write",
       "a [0,8]: w x 1, r x 2; b [1,9]: w x 2", kBreaksAll},
      {"garbage-read", kClassic, "a value that nobody wrote", "a [0,2]: r x 7", kBreaksAll},
  }};
  return kPlants;
}

}  // namespace isolde::plants
