// A serial execution of recorded transactions: a store of current values against which a transaction either
// runs, because every read it recorded is what the store shows, or does not. Steps can be undone.
//
// Lists, sets and counters are computed as values, so two stores that show the same are the same. Deleting an
// absent key and inserting a present one are allowed: clients record such statements as successful no-ops or
// upserts.
//
// Cost: O(operations of the transaction), plus O(keys) for each predicate operation. The undo log is the only
// growth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "history/history.hpp"

namespace isolde {

class SerialExecution {
 public:
  // With predicates_bind false a predicate operation only asserts the rows it returned (repeatable read,
  // PL-2.99).
  SerialExecution(const History& history, bool predicates_bind);

  // Runs the transaction if its reads allow (or do not bind); otherwise leaves the store as it was.
  [[nodiscard]] bool run(TxnId txn, bool reads_bind);

  [[nodiscard]] std::size_t mark() const { return undo_.size(); }
  void undo(std::size_t mark);

  struct Change {
    KeyId key;
    ValueId before;
  };
  // What was overwritten since the mark, oldest first; a key appears once per write.
  [[nodiscard]] std::span<const Change> changes_since(std::size_t mark) const {
    return std::span(undo_).subspan(mark);
  }

  // What the key holds now; kInitial is absent. Computed values may exceed the history's own.
  [[nodiscard]] ValueId current(KeyId key) const { return store_[key.index()]; }
  [[nodiscard]] ValueId initial(KeyId key) { return canonical(key, history_.initial_value(key)); }
  [[nodiscard]] bool shows(KeyId key, ValueId recorded) {
    return canonical(key, current(key)) == canonical(key, recorded);
  }
  // Values that a read of `key` cannot tell apart become one: sets are sorted, a counter's null is 0.
  [[nodiscard]] ValueId canonical(KeyId key, ValueId value);

  // How a key's value comes about; decides what else can be concluded from it. Whatever else is done to it, a
  // key that somebody adds to is a set, and one that somebody increments a counter, where reads are compared.
  enum class KeyType : std::uint8_t { kRegister, kList, kSet, kCounter, kMixed };
  [[nodiscard]] KeyType type(KeyId key) const { return types_[key.index()]; }

 private:
  [[nodiscard]] bool run_operation(OpId op, bool reads_bind);
  [[nodiscard]] bool sees_rows(OpId op);
  [[nodiscard]] bool sees_aggregate(OpId op) const;
  [[nodiscard]] bool is_match(const Predicate& predicate, KeyId key) const;
  [[nodiscard]] bool shows_exactly(const Predicate& predicate) const;
  void write(KeyId key, ValueId value);
  [[nodiscard]] bool append(KeyId key, ValueId element);
  [[nodiscard]] ValueId sorted_if_set(KeyId key, ValueId value);
  [[nodiscard]] bool increment(KeyId key, ValueId amount);
  [[nodiscard]] const Dictionary& values() const { return computed_ ? *computed_ : history_.values(); }
  void classify_keys();

  const History& history_;
  const bool predicates_bind_;
  std::optional<Dictionary> computed_;  // a growing copy of the history's values, where some key is computed
  std::vector<KeyType> types_;
  std::vector<bool> is_set_;      // by key: somebody adds to it
  std::vector<bool> is_counter_;  // somebody increments it
  std::vector<ValueId> store_;    // the lists of sets are sorted
  std::vector<Change> undo_;
  std::vector<std::uint32_t> scratch_;
  std::vector<std::uint64_t> shown_;  // by key: the last predicate check whose rows contain it
  std::uint64_t checks_ = 0;
};

}  // namespace isolde
