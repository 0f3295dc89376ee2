// Where a counter that is only incremented may have begun: bounds from each read, and the most plausible
// value (history/findings/initial_candidates.hpp has the argument).
#pragma once

#include <cstdint>
#include <vector>

#include "history/findings/wide.hpp"
#include "history/history.hpp"

namespace isolde {

// The integers from `low` to `high` that are `plausible` plus a multiple of `step`. If `low` > `high` there
// is none.
struct CounterOrigin {
  Wide low;
  Wide high;
  Wide step;  // 0: only one integer
  Wide plausible;
};

class CounterLog {
 public:
  struct Update {
    TxnId txn;
    std::int64_t total;  // of all its increments
  };
  struct Read {
    TxnId txn;
    std::int64_t shown;      // without what the transaction itself had added before
    std::int64_t own_total;  // what it adds in all
  };

  // Both in the order of the input; `updates` may be those of transactions that aborted, which do not count.
  CounterLog(const History& history, const std::vector<Update>& updates, std::int64_t clock_skew);

  // Requires at least one read.
  [[nodiscard]] CounterOrigin origin(const std::vector<Read>& reads, bool respects_real_time) const;

 private:
  // Totals below and above zero, and how many.
  struct Sum {
    Wide down = 0;
    Wide up = 0;
    std::size_t count = 0;

    void add(std::int64_t total);
    [[nodiscard]] Sum without(const Sum& other) const {
      return {down - other.down, up - other.up, count - other.count};
    }
  };
  // Sums of all totals up to a time.
  struct Timeline {
    std::vector<std::int64_t> times;  // ascending
    std::vector<Sum> sums;            // of the first i; one more than times

    void fill(std::vector<std::pair<std::int64_t, std::int64_t>>& totals);
    [[nodiscard]] const Sum& before(std::int64_t time) const;
  };

  [[nodiscard]] Sum seen_for_certain(const Read& read) const;
  [[nodiscard]] Sum certainly_unseen(const Read& read) const;
  [[nodiscard]] Wide plausible(const std::vector<Read>& reads) const;
  [[nodiscard]] Wide total_before(TxnId reader) const;

  const History& history_;
  const std::int64_t skew_;
  std::vector<Update> updates_;  // of those that may have taken effect
  Sum all_;
  Wide step_ = 0;
  Timeline ends_;    // of the committed ones
  Timeline starts_;  // negated, so that "after" is "before"
};

}  // namespace isolde
