// The item anomalies of Coo, by family: every way to close a cycle of two transactions over one or two keys,
// and one cycle of three ("step") each.
//
// The sources' schedules end with a look at the final state; here a last transaction looks, and where the
// order of two blind writes would stay open, their transactions also write a key by which the observer is
// known to come later.
#include <array>

#include "frontends/plants/plants.hpp"

namespace isolde::plants {

std::span<const PlantInfo> item_plants() {
  constexpr Family kRat = Family::kRat;
  constexpr Family kWat = Family::kWat;
  constexpr Family kIat = Family::kIat;
  static constexpr std::array<PlantInfo, 33> kPlants = {{
      {"rat-dirty-read", kRat, "W1x R2x A1", "a aborted [0,8]: w x 1; b [1,9]: r x 1", kBreaksAll},
      {"rat-non-repeatable-read", kRat, "R1x W2x R1x", "a [0,8]: r x nil, r x 1; b [1,9]: w x 1", kBreaksAll},
      {"rat-intermediate-read", kRat, "W1x R2x W1x", "a [0,8]: w x 1, w x 2; b [1,9]: r x 1", kBreaksAll},
      {"rat-intermediate-read-committed", kRat, "W1x R2x C2 W1x", "a [0,9]: w x 1, w x 2; b [1,5]: r x 1",
       kBreaksAll},
      {"rat-lost-self-update", kRat, "W1x W2x R1x", "a [0,8]: w x 1, r x 2; b [1,9]: w x 2", kBreaksAll},
      {"rat-write-read-skew", kRat, "W1x R2x W2y R1y", "a [0,8]: w x 1, r y 1; b [1,9]: r x 1, w y 1",
       kBreaksAll},
      {"rat-write-read-skew-committed", kRat, "W1x R2x W2y C2 R1y",
       "a [0,9]: w x 1, r y 1; b [1,5]: r x 1, w y 1", kBreaksAll},
      {"rat-double-write-skew-1", kRat, "W1x R2x W2y W1y",
       "a [0,8]: w x 1, w y 2; b [1,9]: r x 1, w y 1, w z 1; c [10,11]: r y 2, r z 1", kBreaksAll},
      {"rat-double-write-skew-1-committed", kRat, "W1x R2x W2y C2 W1y",
       "a [0,9]: w x 1, w y 2; b [1,5]: r x 1, w y 1, w z 1; c [10,11]: r y 2, r z 1", kBreaksAll},
      {"rat-double-write-skew-2", kRat, "W1x W2x W2y R1y",
       "a [0,8]: w x 1, w z 1, r y 1; b [1,9]: w x 2, w y 1; c [10,11]: r x 2, r z 1", kBreaksAll},
      {"rat-read-skew", kRat, "R1x W2x W2y R1y", "a [0,8]: r x nil, r y 1; b [1,9]: w x 1, w y 1",
       kBreaksAll},
      {"rat-read-skew-2", kRat, "W1x R2x R2y W1y", "a [0,8]: w x 1, w y 1; b [1,9]: r x 1, r y nil",
       kBreaksAll},
      {"rat-read-skew-2-committed", kRat, "W1x R2x R2y C2 W1y",
       "a [0,9]: w x 1, w y 1; b [1,5]: r x 1, r y nil", kBreaksAll},
      {"rat-step", kRat, "W1x R2x W2y R3y R3z W1z",
       "a [0,9]: w x 1, w z 1; b [1,8]: r x 1, w y 1; c [2,7]: r y 1, r z nil", kBreaksAll},
      {"wat-dirty-write", kWat, "W1x W2x C2 A1: the rollback takes another's write with it",
       "a aborted [0,9]: w x 1; b [1,5]: w x 2, w y 1; c [10,11]: r x nil, r y 1", kBreaksAll},
      {"wat-full-write", kWat, "W1x W2x W1x, seen through updates that report the row they changed",
       "init p (v1=1 v2=1); a [0,8]: pw 'v1 between 1 and 9' {p=(v1=1 v2=1)>(v1=2 v2=1)}, "
       "pw 'v1 between 1 and 9' {p=(v1=2 v2=5)>(v1=3 v2=5)}; "
       "b [1,9]: pw 'v1 between 1 and 9' {p=(v1=2 v2=1)>(v1=2 v2=5)}",
       kBreaksAll},
      {"wat-full-write-committed", kWat, "W1x W2x C2 W1x, seen in the same way",
       "init p (v1=1 v2=1); a [0,9]: pw 'v1 between 1 and 9' {p=(v1=1 v2=1)>(v1=2 v2=1)}, "
       "pw 'v1 between 1 and 9' {p=(v1=2 v2=5)>(v1=3 v2=5)}; "
       "b [1,5]: pw 'v1 between 1 and 9' {p=(v1=2 v2=1)>(v1=2 v2=5)}",
       kBreaksAll},
      {"wat-lost-update", kWat, "R1x W2x W1x",
       "a [0,8]: r x nil, w x 1; b [1,9]: w x 2, w y 1; c [10,11]: r x 1, r y 1", kAllowedByPrefix},
      {"wat-lost-self-update-committed", kWat, "W1x W2x C2 R1x", "a [0,9]: w x 1, r x 2; b [1,5]: w x 2",
       kBreaksAll},
      {"wat-double-write-skew-2-committed", kWat, "W1x W2x W2y C2 R1y",
       "a [0,9]: w x 1, w z 1, r y 1; b [1,5]: w x 2, w y 1; c [10,11]: r x 2, r z 1", kBreaksAll},
      {"wat-full-write-skew", kWat, "W1x W2x W2y W1y",
       "a [0,8]: w x 1, w y 2; b [1,9]: w x 2, w y 1; c [10,11]: r x 2, r y 2", kBreaksAll},
      {"wat-full-write-skew-committed", kWat, "W1x W2x W2y C2 W1y",
       "a [0,9]: w x 1, w y 2; b [1,5]: w x 2, w y 1; c [10,11]: r x 2, r y 2", kBreaksAll},
      {"wat-read-write-skew-1", kWat, "R1x W2x W2y W1y",
       "a [0,8]: r x nil, w y 2; b [1,9]: w x 1, w y 1; c [10,11]: r x 1, r y 2", kAllowedByPrefix},
      {"wat-read-write-skew-2", kWat, "W1x W2x R2y W1y",
       "a [0,8]: w x 1, w y 1; b [1,9]: w x 2, r y nil; c [10,11]: r x 2, r y 1", kAllowedByPrefix},
      {"wat-read-write-skew-2-committed", kWat, "W1x W2x R2y C2 W1y",
       "a [0,9]: w x 1, w y 1; b [1,5]: w x 2, r y nil; c [10,11]: r x 2, r y 1", kAllowedByPrefix},
      {"wat-step", kWat, "W1x W2x W2y W3y R3z W1z",
       "a [0,9]: w x 1, w z 1; b [1,8]: w x 2, w y 1; c [2,7]: w y 2, r z nil; d [10,11]: r x 2, r y 2, r z "
       "1",
       kAllowedByPrefix},
      {"iat-non-repeatable-read-committed", kIat, "R1x W2x C2 R1x", "a [0,9]: r x nil, r x 1; b [1,5]: w x 1",
       kBreaksAll},
      {"iat-lost-update-committed", kIat, "R1x W2x C2 W1x",
       "a [0,9]: r x nil, w x 1; b [1,5]: w x 2, w y 1; c [10,11]: r x 1, r y 1", kAllowedByPrefix},
      {"iat-read-skew-committed", kIat, "R1x W2x W2y C2 R1y",
       "a [0,9]: r x nil, r y 1; b [1,5]: w x 1, w y 1", kBreaksAll},
      {"iat-read-write-skew-1-committed", kIat, "R1x W2x W2y C2 W1y",
       "a [0,9]: r x nil, w y 2; b [1,5]: w x 1, w y 1; c [10,11]: r x 1, r y 2", kAllowedByPrefix},
      {"iat-write-skew", kIat, "R1x W2x R2y W1y", "a [0,8]: r x nil, w y 1; b [1,9]: w x 1, r y nil",
       kAllowedBySnapshots},
      {"iat-write-skew-committed", kIat, "R1x W2x R2y C2 W1y",
       "a [0,9]: r x nil, w y 1; b [1,5]: w x 1, r y nil", kAllowedBySnapshots},
      {"iat-step", kIat, "R1x W2x R2y W3y R3z W1z",
       "a [0,9]: r x nil, w z 1; b [1,8]: w x 1, r y nil; c [2,7]: w y 1, r z nil", kAllowedBySnapshots},
  }};
  return kPlants;
}

}  // namespace isolde::plants
