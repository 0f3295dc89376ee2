// One transaction and one key: what its operations on the key, predicate operations included, show and leave
// behind if its snapshot holds a given version of the key.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "certify/schedule/store.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

// What is known of a version.
struct Held {
  enum class Kind : std::uint8_t {
    kCell,     // it holds `cell`
    kList,     // a list or set of which only that is known
    kUnknown,  // anything
    kNothing,  // no execution contains it: its writer's operations fit no snapshot
  };
  Kind kind = Kind::kUnknown;
  Cell cell = {};
};

class KeyRun {
 public:
  // `history` must outlive this. At repeatable read, rows that a predicate did not return say nothing.
  KeyRun(const History& history, const LevelInfo& level);

  // What `txn` leaves at the key if it finds `snapshot` there; kNothing if that is not what it recorded. With
  // `only`, what its other operations recorded is not looked at. Errs on the side of more possibilities.
  [[nodiscard]] Held run(TxnId txn, KeyId key, const Held& snapshot, OpId only = {});
  // What it leaves whatever it finds.
  [[nodiscard]] Held leaves(TxnId txn, KeyId key);
  [[nodiscard]] Held initial(KeyId key) const {
    return {Held::Kind::kCell, {history_.initial_value(key).value, Cell::kNoChain}};
  }
  // What an aggregate of `txn` took from the key if that held `snapshot` when `txn` began: a row, or none if
  // what it found there did not match.
  struct Taken {
    bool is_known = false;
    std::optional<AggregateRow> row = {};
  };
  [[nodiscard]] Taken taken(const AggregateRule& rule, OpId op, TxnId txn, KeyId key, const Held& snapshot);
  // Whether the operation shows something about the key.
  [[nodiscard]] bool observes(OpId op, KeyId key) const;

 private:
  [[nodiscard]] bool shows(OpId op, KeyId key, const Held& held);
  [[nodiscard]] bool shows_value(KeyId key, const Held& held, ValueId value);
  [[nodiscard]] bool shows_row(const Predicate& predicate, KeyId key, const Held& held, const RowSeen& row);
  [[nodiscard]] Held changed(OpKind kind, const Held& held, ValueId operand);
  [[nodiscard]] std::optional<ValueId> value_read(OpId op, KeyId key) const;
  void apply(OpId op, KeyId key, Held& held);
  void step(OpId op, KeyId key, bool is_looked_at, Held& held);

  const History& history_;
  const bool rows_bind_;
  Store store_;
  std::unordered_map<std::uint64_t, Held> leaves_;  // by transaction and key
};

}  // namespace isolde
