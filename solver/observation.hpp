// A transaction and a key that it read, returned, missed or wrote; without a key, what its aggregates showed.
#pragma once

#include <compare>
#include <vector>

#include "base/ids.hpp"

namespace isolde {

struct Observation {
  TxnId txn = {};
  KeyId key = {};
  auto operator<=>(const Observation&) const = default;
};

// What to blame: observations, and transactions that take part in them or write the same keys.
struct ChoiceSuspects {
  std::vector<Observation> observations;
  std::vector<TxnId> txns;  // ascending, none of them aborted
};

}  // namespace isolde
