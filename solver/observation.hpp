// A transaction and a key that it read, returned, missed or wrote; without a key, what its aggregates showed.
#pragma once

#include <compare>

#include "base/ids.hpp"

namespace isolde {

struct Observation {
  TxnId txn = {};
  KeyId key = {};
  auto operator<=>(const Observation&) const = default;
};

}  // namespace isolde
