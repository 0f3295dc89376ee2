// The oracle: decides small histories by brute force, straight from the definitions, and judges all other
// deciders. It knows no graph, no dependency and no writer of a value: it runs transactions on a store and
// compares what they read with what was recorded.
//
// A history satisfies a level if some of its indeterminate transactions can be counted as committed such that
// there is a schedule of begins and commits of these and all committed transactions in which
//   1. each transaction reads the store as it was when it began, changed by its own earlier writes
//      (tests/oracle/replay.hpp says what an operation does), and its last value of each key it wrote goes
//      into the store when it commits;
//   2. what the level's row below asks for holds.
//
//   level                                overlap                       session order   real time   predicates
//   serializable                         none                          -               -           rows
//   strong-session-serializable          none                          kept            -           rows
//   strict-serializable                  none                          kept            kept        rows
//   snapshot-isolation                   no two that write one key     -               -           rows
//   strong-session-snapshot-isolation    no two that write one key     kept            -           rows
//   strong-snapshot-isolation            no two that write one key     kept            kept        rows
//   prefix-consistency                   any                           kept            -           rows
//   repeatable-read (PL-2.99)            none                          -               -           items
//
// overlap: two transactions overlap if neither commits before the other begins.
// session order: a, before b in its session, commits before b begins. Real time: so does a that ended no
// later than b started, or earlier by the clock skew (two that share one single instant are not ordered). In
// both, a must be committed: an indeterminate transaction follows, but precedes nobody, since its client may
// have gone on before it took effect. Aborted transactions take part in nothing; who read from one finds no
// schedule. predicates: `rows` compares all that a predicate operation returned with all that matches in the
// store; `items` takes each returned row as a read of its key and ignores what is missing.
//
// Under prefix consistency, overlapping appends to one list (increments, adds) each act on their own
// snapshot, so the later commit replaces the earlier one's result: that is the lost update the level permits.
//
// Cost: exponential. Meant for up to about seven transactions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "history/event.hpp"
#include "history/history.hpp"

namespace isolde {

enum class OracleLevel : std::uint8_t {
  kSerializable,
  kStrongSessionSerializable,
  kStrictSerializable,
  kSnapshotIsolation,
  kStrongSessionSnapshotIsolation,
  kStrongSnapshotIsolation,
  kPrefixConsistency,
  kRepeatableRead,
};

inline constexpr std::array kOracleLevels = {OracleLevel::kSerializable,
                                             OracleLevel::kStrongSessionSerializable,
                                             OracleLevel::kStrictSerializable,
                                             OracleLevel::kSnapshotIsolation,
                                             OracleLevel::kStrongSessionSnapshotIsolation,
                                             OracleLevel::kStrongSnapshotIsolation,
                                             OracleLevel::kPrefixConsistency,
                                             OracleLevel::kRepeatableRead};

// As on the command line: "strict-serializable".
[[nodiscard]] std::string_view name_of(OracleLevel level);

[[nodiscard]] bool satisfies(const History& history, OracleLevel level, std::int64_t clock_skew = 0);

// A schedule that shows it, if there is one. Indeterminate transactions that need not count are absent.
[[nodiscard]] std::optional<Schedule> witness(const History& history, OracleLevel level,
                                              std::int64_t clock_skew = 0);

// Whether this schedule shows that the level holds. Every committed transaction must be in it, indeterminate
// ones may be; one that is malformed (a transaction twice, a commit before its begin, an aborted one) does
// not. Cost: linear but for the pairs that session order and real time order.
[[nodiscard]] bool replays(const History& history, std::span<const Event> schedule, OracleLevel level);

// The same of transactions that run one after another, for a checker's serial order.
[[nodiscard]] bool replays(const History& history, std::span<const TxnId> order, OracleLevel level);

}  // namespace isolde
