// Where a schedule puts each transaction, and whether the level allows that: who is in it, who overlaps,
// session order and real time. certify/schedule/replay.hpp checks what the transactions read.
//
// Begins between the same two commits see the same store, so a begin is represented by the number of commits
// before it. Cost: linear in transactions and events; real time needs no sorting, only a running minimum.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "history/event.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

struct Placement {
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> begins;   // by TxnId: how many commits come before its begin
  std::vector<std::uint32_t> commits;  // by TxnId: how many commits come before its own; kAbsent: not there
  std::vector<TxnId> by_commit;        // the transactions in the order of their commits

  [[nodiscard]] bool holds(TxnId txn) const { return commits[txn.index()] != kAbsent; }
  // Whether no other transaction commits between its begin and its commit.
  [[nodiscard]] bool is_alone(TxnId txn) const { return begins[txn.index()] == commits[txn.index()]; }
};

// A sentence that says what is wrong; none if nothing is.
using Problem = std::optional<std::string>;

// Every committed transaction once, indeterminate ones at most once, aborted ones never, and no commit before
// its begin.
[[nodiscard]] Problem place(const History& history, const Schedule& schedule, Placement& placement);

// Overlap, session order and real time as the level's row asks. Requires what place() made.
[[nodiscard]] Problem check_orders(const History& history, const LevelInfo& level, std::int64_t clock_skew,
                                   const Placement& placement);

// Whether real time orders `a` before `b`: a is committed and ended, by any clock, no later than b started;
// two that share one single instant are not ordered.
[[nodiscard]] bool precedes_in_real_time(const History& history, std::int64_t clock_skew, TxnId a, TxnId b);
// Whether session order puts `a`, which must have committed, before `b`.
[[nodiscard]] bool precedes_in_session(const History& history, TxnId a, TxnId b);

}  // namespace isolde
