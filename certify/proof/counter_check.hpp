// Checks that a read of a counter which is only incremented shows what no increments give, and why.
//
// Every other transaction adds the total of its increments or nothing, and the reader adds what it
// incremented before the read. So the rest of the value lies between the sum of all negative totals and that
// of all positive ones, and is a multiple of their greatest common divisor.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certify/proof/facts.hpp"
#include "history/findings/validation.hpp"
#include "history/history.hpp"

namespace isolde {

__extension__ using CounterNumber = __int128;

// The value as a counter's number; "nothing" is 0. None if no counter can hold it.
[[nodiscard]] std::optional<CounterNumber> counter_number(const History& history, ValueId value);

// Whether some read by `reader` of a key that is only incremented shows what cannot be if it saw all that
// `seen` added and nothing of what `unseen` added. Only where no update is lost; both ascending.
[[nodiscard]] bool is_sum_refuted(const History& history, Facts& facts, TxnId reader, KeyId key,
                                  const std::vector<TxnId>& seen, const std::vector<TxnId>& unseen);

class CounterCheck {
 public:
  // Requires that the finding's operation shows its value of its key, which is only incremented.
  CounterCheck(const History& history, Facts& facts, const Finding& finding);

  // Whether the read is impossible, for the reason that the finding gives.
  [[nodiscard]] bool holds() const;

 private:
  [[nodiscard]] std::vector<CounterNumber> partial_sums(TxnId txn) const;
  // Whether totals of other transactions, without `left_out`, may add up to the rest.
  [[nodiscard]] bool is_sum_of_others(CounterNumber rest, TxnId left_out = {}) const;
  [[nodiscard]] bool is_explained_by(const std::vector<CounterNumber>& sums, std::size_t first,
                                     std::size_t last, CounterNumber rest, TxnId left_out = {}) const;

  const History& history_;
  Facts& facts_;
  const Finding& finding_;
  struct Total {
    TxnId txn;
    CounterNumber sum;
  };
  std::vector<Total> others_;             // of those that may commit
  std::vector<CounterNumber> own_;        // after none, one, two, ... own increments
  std::size_t own_count_ = 0;             // before the read
  std::optional<CounterNumber> initial_;  // none if the initial value is none of a counter
};

}  // namespace isolde
