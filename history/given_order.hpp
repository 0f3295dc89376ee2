// The orders that a history itself tells: sessions and clocks. A level says which of them bind
// (history/level.hpp). In both the first transaction must be committed: an indeterminate one follows others
// but precedes none, since its client may have gone on before it took effect.
#pragma once

#include <cstdint>

#include "history/history.hpp"

namespace isolde {

[[nodiscard]] inline bool session_orders(const History& history, TxnId first, TxnId second) {
  return history.status(first) == TxnStatus::kCommitted && history.session(first).is_valid() &&
         history.session(first) == history.session(second) && first < second;
}

// `end + skew <= start`; two transactions that share one single instant are concurrent.
[[nodiscard]] inline bool real_time_orders(const History& history, TxnId first, TxnId second,
                                           std::int64_t clock_skew) {
  if (history.status(first) != TxnStatus::kCommitted) return false;
  const auto ends_by_start = [&](TxnId a, TxnId b) {
    return history.end(a) != kNoTime && history.start(b) != kNoTime &&
           history.end(a) <= history.start(b) - clock_skew;
  };
  return ends_by_start(first, second) && !ends_by_start(second, first);
}

}  // namespace isolde
