// HistoryBuilder: the one way to make a History. Readers and generators feed it transaction by transaction;
// finish() checks what no single line can show (duplicate ids, overlapping sessions, keys of two types) and
// hands out the immutable result.
//
// Adding an operation appends to flat arrays and allocates nothing else. Errors about one line are the
// reader's to report; errors across lines come from finish(), with the place of the later transaction, as
// many as an ErrorList takes.
//
//   builder.begin_source("h.jsonl", PlaceUnit::kLine);
//   builder.begin_transaction({.id = 17, .session = builder.session(3), .position = 1});
//   builder.add(OpKind::kRead, key, value);
//   builder.end_transaction();
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "history/history.hpp"
#include "history/predicates/predicate_shapes.hpp"

namespace isolde {

struct TxnInfo {
  std::int64_t id = -1;    // external; negative: the builder picks an unused one at the end
  SessionId session = {};  // invalid: none
  TxnStatus status = TxnStatus::kCommitted;
  std::int64_t start = kNoTime;
  std::int64_t end = kNoTime;
  std::uint64_t position = 0;  // line or byte in the current source
};

class HistoryBuilder {
 public:
  // How much there is of what grows with a history.
  struct Counts {
    std::size_t transactions = 0;
    std::size_t operations = 0;
    std::size_t rows = 0;
    std::size_t predicates = 0;
    std::size_t integers = 0;      // among the values
    std::size_t other_values = 0;  // texts, lists, rows

    [[nodiscard]] Counts times(double factor) const;
    // What reserve() asks for, more or less.
    [[nodiscard]] std::size_t bytes() const;
  };

  HistoryBuilder();

  [[nodiscard]] Dictionary& keys() { return history_.keys_; }
  [[nodiscard]] Dictionary& values() { return history_.values_; }
  [[nodiscard]] Dictionary& columns() { return history_.columns_; }
  [[nodiscard]] Dictionary& sessions() { return history_.sessions_; }
  [[nodiscard]] KeyId key(std::string_view name) { return KeyId(keys().intern_text(name)); }
  [[nodiscard]] KeyId key(std::int64_t number) { return KeyId(keys().intern_integer(number)); }
  [[nodiscard]] ValueId value(std::int64_t number) { return ValueId(values().intern_integer(number)); }
  [[nodiscard]] ValueId value(std::string_view text) { return ValueId(values().intern_text(text)); }
  [[nodiscard]] SessionId session(std::int64_t number) {
    return SessionId(sessions().intern_integer(number));
  }
  [[nodiscard]] SessionId session(std::string_view name) { return SessionId(sessions().intern_text(name)); }

  // For readers that can guess: room for this many in all. Memory that is not used is not touched.
  void reserve(const Counts& counts);
  [[nodiscard]] Counts counts() const;

  // Interns a predicate by its text; parses it the first time. The error has no place: the caller knows it.
  [[nodiscard]] Result<PredicateId> predicate(std::string_view where);

  // Transactions that follow come from this file.
  void begin_source(std::string file, PlaceUnit unit);

  // Requires that no transaction is open. Status and times may be set until the transaction ends.
  TxnId begin_transaction(const TxnInfo& info);
  void set_status(TxnStatus status) { history_.statuses_.back() = status; }
  void set_session(SessionId session) { history_.txn_sessions_.back() = session; }
  void set_times(std::int64_t start, std::int64_t end);
  void end_transaction();
  // Takes the open transaction back, with all that was added to it. Names and values stay known.
  void abandon_transaction();

  // All add to the open transaction.
  void add(OpKind kind, KeyId key, ValueId value) {
    history_.op_kinds_.push_back(kind);
    history_.op_keys_.push_back(key.value);
    history_.op_values_.push_back(value.value);
  }
  void add_predicate(OpKind kind, PredicateId predicate, std::span<const RowSeen> rows);
  void add_aggregate(PredicateId predicate, const AggregateSeen& seen);
  // The version set of the predicate operation that was added last.
  void set_version_set(std::span<const RowSeen> versions);
  // Times of the operation that was added last.
  void set_operation_times(std::int64_t start, std::int64_t end);

  // Replaces the value of an operation already added; for readers that learn late what a read named.
  void replace_value(OpId op, ValueId value) { history_.op_values_[op.index()] = value.value; }
  // Likewise for what an item operation did to which key; for readers that learn late what type a key has.
  void replace_target(OpId op, OpKind kind, KeyId key) {
    history_.op_kinds_[op.index()] = kind;
    history_.op_keys_[op.index()] = key.value;
  }
  [[nodiscard]] std::size_t operation_count() const { return history_.op_kinds_.size(); }
  [[nodiscard]] std::size_t transaction_count() const { return history_.statuses_.size(); }

  void set_initial_value(KeyId key, ValueId value);
  void set_times_are_positions() { history_.times_are_positions_ = true; }
  void add_version_order(VersionOrder order) { history_.version_orders_.push_back(std::move(order)); }
  // External ids; resolved at the end. `place` is where the line stands, for the error about an unknown id.
  void add_serialization_order(std::span<const std::int64_t> ids, const Place& place);
  void add_warning(std::string warning) { history_.warnings_.push_back(std::move(warning)); }

  [[nodiscard]] Result<History> finish() &&;

  // The same history told by somebody without a clock, or who does not know who ran what. Less told is never
  // malformed, so both keep what finish() made sure of.
  [[nodiscard]] static History without_times(History history);
  [[nodiscard]] static History without_sessions(History history);

 private:
  struct NamedId {
    std::int64_t id;
    std::size_t place;  // index into serialization_places_
  };

  void check_ids(ErrorList& errors);
  void check_times(ErrorList& errors) const;
  void check_types(ErrorList& errors) const;
  void resolve_serialization_order(ErrorList& errors);
  [[nodiscard]] Result<void> number_anonymous();
  [[nodiscard]] Result<void> check_sizes() const;

  History history_;
  std::vector<NamedId> serialization_ids_;
  std::vector<Place> serialization_places_;
  std::vector<TxnId> by_external_id_;  // made by check_ids() only where ids do not ascend
  PredicateShapes shapes_;
  bool open_ = false;
};

}  // namespace isolde
