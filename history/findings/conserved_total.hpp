// Finds two reads of all accounts that cannot both be right, whatever the initial values of the accounts.
//
// If every transaction that may have taken effect adds up to zero over a set of counters that are only
// incremented, their total never changes. So at a level whose snapshots hold all that committed before them,
// and where no update is lost, all that read the whole set see the same total, which is the initial one.
//
// Cost: O(n log n).
#pragma once

#include <cstdint>
#include <optional>

#include "history/history.hpp"

namespace isolde {

struct DifferentTotals {
  TxnId first;
  std::int64_t first_total = 0;
  TxnId second;
  std::int64_t second_total = 0;
};

// Two such reads of the incremented keys whose initial value is unknown; both transactions committed and
// changed none of these keys. Nothing if all reads agree, or if transactions change the total.
[[nodiscard]] std::optional<DifferentTotals> different_totals(const History& history);

}  // namespace isolde
