// The same families with a condition in place of a key (P): what Vbox §5.1 says that verifiers without
// predicates miss.
#include <array>

#include "frontends/plants/plants.hpp"

namespace isolde::plants {

std::span<const PlantInfo> predicate_plants() {
  constexpr Family kRat = Family::kRat;
  constexpr Family kWat = Family::kWat;
  constexpr Family kIat = Family::kIat;
  static constexpr std::array<PlantInfo, 15> kPlants = {{
      {"rat-predicate-dirty-read", kRat, "W1p R2P A1: a row that was rolled back",
       "a aborted [0,8]: insert p (v1=1 v2=1); b [1,9]: pr 'v1 between 1 and 9' {p=(v1=1 v2=1)}", kBreaksAll},
      {"rat-predicate-intermediate-read", kRat, "W1p R2P W1p: a row that its writer changed again",
       "a [0,8]: insert p (v1=1 v2=1), w p (v1=2 v2=2); b [1,9]: pr 'v1 between 1 and 9' {p=(v1=1 v2=1)}",
       kBreaksAll},
      {"rat-predicate-non-repeatable-read", kRat, "R1P W2p R1P: a phantom that was not yet committed",
       "a [0,8]: pr 'v1 between 1 and 9' {}, pr 'v1 between 1 and 9' {p=(v1=1 v2=1)}; "
       "b [1,9]: insert p (v1=1 v2=1)",
       kAllowedByItems},
      {"rat-predicate-write-read-skew", kRat, "W1p R2P W2q R1Q: each condition finds the other's row",
       "a [0,8]: insert p (v1=1 v2=1), pr 'v1 between 5 and 9' {q=(v1=5 v2=5)}; "
       "b [1,9]: pr 'v1 between 1 and 4' {p=(v1=1 v2=1)}, insert q (v1=5 v2=5)",
       kBreaksAll},
      {"rat-predicate-read-skew", kRat,
       "R1P W2p W2x R1x: a key from after an insert that the condition missed",
       "a [0,8]: pr 'v1 between 1 and 9' {}, r x 1; b [1,9]: insert p (v1=1 v2=1), w x 1", kAllowedByItems},
      {"rat-predicate-fractured-read", kRat, "W1p R2P W1q: one of two rows that were inserted together",
       "a [0,8]: insert p (v1=1 v2=1), insert q (v1=2 v2=2); b [1,9]: pr 'v1 between 1 and 9' {p=(v1=1 "
       "v2=1)}",
       kAllowedByItems},
      {"wat-predicate-dirty-write", kWat, "W1p W2p W2q W1q by two updates of the same condition",
       "init p (v1=1 v2=1); init q (v1=2 v2=1); "
       "a [0,8]: pw 'v1 between 1 and 9' {p=(v1=1 v2=1)>(v1=1 v2=2) q=(v1=2 v2=1)>(v1=2 v2=2)}; "
       "b [1,9]: pw 'v1 between 1 and 9' {p=(v1=1 v2=1)>(v1=1 v2=3) q=(v1=2 v2=1)>(v1=2 v2=3)}; "
       "c [10,11]: r p (v1=1 v2=3), r q (v1=2 v2=2)",
       kBreaksAll},
      {"wat-predicate-lost-update", kWat,
       "R1P W2P W1P: two updates of the same condition start from the same row",
       "init p (v1=1 v2=1); a [0,8]: pw 'v1 between 1 and 9' {p=(v1=1 v2=1)>(v1=1 v2=2)}; "
       "b [1,9]: pw 'v1 between 1 and 9' {p=(v1=1 v2=1)>(v1=1 v2=3)}",
       kAllowedByPrefix},
      {"wat-predicate-lost-delete", kWat, "R1P W2P W1p: a row is deleted by condition and written back",
       "init p (v1=1 v2=1); a [0,8]: r p (v1=1 v2=1), w p (v1=1 v2=2); "
       "b [1,9]: pw 'v1 between 1 and 9' {p=(v1=1 v2=1)>nil}",
       kAllowedByPrefix},
      {"iat-predicate-phantom", kIat, "R1P W2p C2 R1P: a committed row appears",
       "a [0,9]: pr 'v1 between 1 and 9' {}, pr 'v1 between 1 and 9' {p=(v1=1 v2=1)}; "
       "b [1,5]: insert p (v1=1 v2=1)",
       kAllowedByItems},
      {"iat-predicate-vanishing-row", kIat, "R1P W2p C2 R1P: a row disappears",
       "init p (v1=1 v2=1); a [0,9]: pr 'v1 between 1 and 9' {p=(v1=1 v2=1)}, pr 'v1 between 1 and 9' {}; "
       "b [1,5]: delete p",
       kAllowedByItems},
      {"iat-predicate-read-skew", kIat, "R1P W2p W2x C2 R1x",
       "a [0,9]: pr 'v1 between 1 and 9' {}, r x 1; b [1,5]: insert p (v1=1 v2=1), w x 1", kAllowedByItems},
      {"iat-predicate-write-skew", kIat, "R1P R2P W1p W2q: two inserts that both conditions miss",
       "a [0,9]: pr 'v1 between 1 and 9' {}, insert p (v1=1 v2=1); "
       "b [1,5]: pr 'v1 between 1 and 9' {}, insert q (v1=2 v2=2)",
       kAllowedByBoth},
      {"iat-predicate-update-skew", kIat,
       "R1P R2Q W1p W2q: each update moves a row into the other's condition",
       "init p (v1=1 v2=1); init q (v1=5 v2=5); "
       "a [0,8]: pw 'v1 between 1 and 4' {p=(v1=1 v2=1)>(v1=6 v2=1)}; "
       "b [1,9]: pw 'v1 between 5 and 9' {q=(v1=5 v2=5)>(v1=2 v2=5)}; "
       "c [10,11]: r p (v1=6 v2=1), r q (v1=2 v2=5)",
       kAllowedByBoth},
      {"iat-predicate-long-fork", kIat, "W1p W2q, and two conditions find one row each",
       "a [0,3]: insert p (v1=1 v2=1); b [1,4]: insert q (v1=2 v2=2); "
       "c [2,10]: pr 'v1 between 1 and 9' {p=(v1=1 v2=1)}; d [3,11]: pr 'v1 between 1 and 9' {q=(v1=2 v2=2)}",
       kAllowedByItems},
  }};
  return kPlants;
}

}  // namespace isolde::plants
