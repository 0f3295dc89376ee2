// A history in numbers, for `isolde stats` and the headers of reports.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "history/history.hpp"

namespace isolde {

struct HistoryStatistics {
  std::size_t transactions = 0;
  std::size_t committed = 0;
  std::size_t aborted = 0;
  std::size_t indeterminate = 0;
  std::size_t read_only = 0;   // without any write
  std::size_t write_only = 0;  // without any read
  std::size_t empty = 0;       // without operations
  std::size_t sessions = 0;
  std::size_t operations = 0;
  std::array<std::size_t, kOpKinds> by_kind{};
  std::size_t rows_returned = 0;  // by predicate operations
  std::size_t keys = 0;
  std::size_t values = 0;            // distinct, the initial one not counted
  std::size_t max_operations = 0;    // of one transaction
  std::size_t hottest_accesses = 0;  // operations on the most used key
  KeyId hottest_key = {};
  double hot_tenth_share = 0;  // share of item operations on the most used tenth of the keys
  bool has_times = false;
  std::int64_t first_start = kNoTime;
  std::int64_t last_end = kNoTime;
  std::size_t max_concurrent = 0;  // transactions open at once
  double mean_concurrent = 0;      // over the time between first start and last end

  [[nodiscard]] std::size_t count(OpKind kind) const { return by_kind[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] std::size_t reads() const { return count(OpKind::kRead); }
  // Operations that write one key: writes, inserts, deletes, appends, adds, increments.
  [[nodiscard]] std::size_t item_writes() const {
    return operations - reads() - count(OpKind::kPredicateRead) - count(OpKind::kPredicateWrite) -
           count(OpKind::kAggregate);
  }
};

// Cost: O(operations + transactions log transactions).
[[nodiscard]] HistoryStatistics statistics_of(const History& history);

}  // namespace isolde
