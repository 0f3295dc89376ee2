// Predicate reads that are as good as reads of an initial version: no row of a key came back, although every
// version that anybody could have installed satisfies the predicate. Then the reader saw the key unborn.
#pragma once

#include <cstdint>
#include <vector>

#include "history/history.hpp"

namespace isolde {

struct MissingRow {
  std::uint32_t reader = 0;  // index into the transactions asked for
  KeyId key = {};
};

// Of keys that one of `txns` installs. Evaluates every predicate on every write, so beyond some size there is
// no answer rather than a late one.
[[nodiscard]] std::vector<MissingRow> missing_rows(const History& history, const std::vector<TxnId>& txns);

}  // namespace isolde
