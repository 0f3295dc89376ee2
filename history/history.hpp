// The immutable data model: what clients saw, as flat arrays indexed by dense ids (structure of arrays).
//
// A history is a list of transactions in input order; a transaction is a run of operations. Everything is
// read through accessors that are one array access each, so the representation can change without its
// readers.
//
// Semantics that users of this class rely on
//   * ValueId 0 (kInitial) is what the initial version of a key holds unless initial_value(key) says
//     otherwise: "absent", null in the native format, 0 in formats whose initial value is 0. A delete
//     installs kInitial again, so "read null after a delete" is simply a value with several possible writers.
//   * Session order is the order of a session's transactions by TxnId. A transaction without a session stands
//     alone.
//   * Times are client times in nanoseconds or, for formats whose order is positional, positions; kNoTime if
//     unknown. An indeterminate transaction may have no end.
//   * A read whose result the client never learnt (an indeterminate transaction's nil) is no operation at
//     all.
//   * What type a key has (register, list, set, counter) follows from the operations on it; a list read is a
//     read whose value is a list, and the empty list is kInitial.
//
// Invariants, established by HistoryBuilder::finish and never broken after
//   1. Operations of transaction t are [op_begin(t), op_begin(t+1)), in program order.
//   2. Per session, transactions with times do not overlap: end(earlier) <= start(later).
//   3. External ids are unique; start(t) <= end(t) where both are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "history/dictionary.hpp"
#include "history/predicates/aggregate_seen.hpp"
#include "history/predicates/predicate.hpp"

namespace isolde {

enum class TxnStatus : std::uint8_t { kCommitted, kAborted, kIndeterminate };

enum class OpKind : std::uint8_t {
  kRead,            // key, value
  kWrite,           // key, value
  kInsert,          // key, value (a row or a scalar)
  kDelete,          // key; value is kInitial
  kAppend,          // key, element: pushes to the list
  kAdd,             // key, element: adds to the set
  kIncrement,       // key, integer: adds to the counter
  kPredicateRead,   // predicate, rows returned
  kPredicateWrite,  // predicate, rows returned and what each became
  kAggregate,       // predicate, and what count, min, max, sum over the rows that match gave; no rows
};
inline constexpr std::size_t kOpKinds = 10;

// Whether the operation has a predicate. An aggregate has one, but no rows that say what matched.
inline constexpr bool is_predicate(OpKind kind) { return kind >= OpKind::kPredicateRead; }
inline constexpr bool has_rows(OpKind kind) {
  return kind == OpKind::kPredicateRead || kind == OpKind::kPredicateWrite;
}
// Whether the operation writes a single key, whatever its type.
inline constexpr bool is_item_write(OpKind kind) { return kind != OpKind::kRead && !is_predicate(kind); }

inline constexpr ValueId kInitial{0};
inline constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();

// One row that a predicate operation returned. `after` is what a predicate write made of it (kInitial:
// deleted), and invalid for a predicate read.
struct RowSeen {
  KeyId key;
  ValueId value;
  ValueId after;
};

struct VersionOrder {
  KeyId key;
  std::vector<ValueId> values;  // oldest first; the initial version is implied
};

class History {
 public:
  [[nodiscard]] std::size_t transaction_count() const { return statuses_.size(); }
  [[nodiscard]] std::size_t operation_count() const { return op_kinds_.size(); }
  [[nodiscard]] std::size_t session_count() const { return sessions_.size(); }
  [[nodiscard]] std::size_t key_count() const { return keys_.size(); }
  [[nodiscard]] std::size_t value_count() const { return values_.size(); }

  [[nodiscard]] IdRange<TxnId> transactions() const { return {0, statuses_.size()}; }
  [[nodiscard]] std::int64_t external_id(TxnId txn) const { return external_ids_[txn.index()]; }
  [[nodiscard]] SessionId session(TxnId txn) const { return txn_sessions_[txn.index()]; }  // invalid: none
  [[nodiscard]] TxnStatus status(TxnId txn) const { return statuses_[txn.index()]; }
  [[nodiscard]] std::int64_t start(TxnId txn) const {
    return starts_.empty() ? kNoTime : starts_[txn.index()];
  }
  [[nodiscard]] std::int64_t end(TxnId txn) const { return ends_.empty() ? kNoTime : ends_[txn.index()]; }
  [[nodiscard]] bool has_times() const { return !starts_.empty(); }
  // True if times are positions in the input instead of nanoseconds; then no clock skew applies.
  [[nodiscard]] bool times_are_positions() const { return times_are_positions_; }
  [[nodiscard]] IdRange<OpId> operations(TxnId txn) const {
    return {op_begins_[txn.index()], op_begins_[txn.index() + 1]};
  }
  [[nodiscard]] Place place(TxnId txn) const;
  // The transaction that an operation belongs to, by binary search; for reports.
  [[nodiscard]] TxnId transaction_of(OpId op) const;

  [[nodiscard]] OpKind kind(OpId op) const { return op_kinds_[op.index()]; }
  // Item operations only.
  [[nodiscard]] KeyId key(OpId op) const { return KeyId(op_keys_[op.index()]); }
  [[nodiscard]] ValueId value(OpId op) const { return ValueId(op_values_[op.index()]); }
  // Predicate operations only.
  [[nodiscard]] PredicateId predicate(OpId op) const { return PredicateId(op_keys_[op.index()]); }
  [[nodiscard]] std::span<const RowSeen> rows(OpId op) const {
    if (kind(op) == OpKind::kAggregate) return {};
    const std::size_t set = op_values_[op.index()];
    return std::span(rows_).subspan(row_begins_[set], row_begins_[set + 1] - row_begins_[set]);
  }
  // Aggregates only.
  [[nodiscard]] const AggregateSeen& aggregate(OpId op) const { return aggregates_[op_values_[op.index()]]; }
  [[nodiscard]] bool has_aggregates() const { return !aggregates_.empty(); }
  // What a predicate operation's condition was evaluated on, if the input tells (Adya's version set): every
  // version that was there, matching or not, with an invalid `after`. No value if the input does not tell.
  [[nodiscard]] std::optional<std::span<const RowSeen>> version_set(OpId op) const;
  // An operation's own times, where the input gave any; else kNoTime.
  [[nodiscard]] std::int64_t op_start(OpId op) const;
  [[nodiscard]] std::int64_t op_end(OpId op) const;

  [[nodiscard]] ValueId initial_value(KeyId key) const {
    return key.index() < initial_values_.size() ? initial_values_[key.index()] : kInitial;
  }
  // True if the input does not tell the key's initial value, so that initial_value() was chosen and another
  // value might do as well.
  [[nodiscard]] bool is_initial_assumed(KeyId key) const {
    return key.index() < assumed_initials_.size() && assumed_initials_[key.index()];
  }
  [[nodiscard]] bool has_assumed_initials() const { return !assumed_initials_.empty(); }
  [[nodiscard]] const Predicate& predicate(PredicateId id) const { return predicates_[id.index()]; }
  [[nodiscard]] std::size_t predicate_count() const { return predicates_.size(); }

  [[nodiscard]] const Dictionary& keys() const { return keys_; }
  [[nodiscard]] const Dictionary& values() const { return values_; }
  [[nodiscard]] const Dictionary& columns() const { return columns_; }
  [[nodiscard]] const Dictionary& sessions() const { return sessions_; }

  [[nodiscard]] const std::vector<VersionOrder>& version_orders() const { return version_orders_; }
  [[nodiscard]] const std::vector<TxnId>& serialization_order() const { return serialization_order_; }
  // What the reader wants the user to know: an unfinished last transaction, skipped lines.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  friend class HistoryBuilder;
  friend class InitialValues;

  struct Source {
    std::size_t first_txn;
    std::string file;
    PlaceUnit unit;
  };
  struct RowRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct OpTimes {
    std::int64_t start = kNoTime;
    std::int64_t end = kNoTime;
  };

  std::vector<std::int64_t> external_ids_;
  std::vector<SessionId> txn_sessions_;
  std::vector<TxnStatus> statuses_;
  std::vector<std::int64_t> starts_;  // empty if no transaction has a start time
  std::vector<std::int64_t> ends_;
  std::vector<std::uint32_t> op_begins_;  // transaction_count()+1 entries
  std::vector<std::uint64_t> positions_;  // line or byte within the source
  std::vector<Source> sources_;           // ascending by first_txn

  std::vector<OpKind> op_kinds_;
  std::vector<std::uint32_t> op_keys_;    // KeyId, or PredicateId
  std::vector<std::uint32_t> op_values_;  // ValueId, or index into row_begins_ or aggregates_
  std::vector<std::uint32_t> row_begins_{0};
  std::vector<RowSeen> rows_;
  std::vector<AggregateSeen> aggregates_;
  std::vector<RowSeen> version_rows_;
  std::unordered_map<std::uint32_t, RowRange> version_sets_;  // by op, into version_rows_; never iterated
  std::unordered_map<std::uint32_t, OpTimes> op_times_;       // looked up by op only, never iterated

  Dictionary keys_;
  Dictionary values_;
  Dictionary columns_;
  Dictionary sessions_;
  std::vector<Predicate> predicates_;
  std::shared_ptr<const void> predicate_store_;  // what they point to
  std::vector<ValueId> initial_values_;
  std::vector<bool> assumed_initials_;  // by key; empty if the input tells all of them
  std::vector<VersionOrder> version_orders_;
  std::vector<TxnId> serialization_order_;
  std::vector<std::string> warnings_;
  bool times_are_positions_ = false;
};

}  // namespace isolde
