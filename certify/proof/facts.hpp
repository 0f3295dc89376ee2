// What the raw history says for certain, for checking reject certificates: who wrote a key, which elements of
// a list or set somebody saw, and which transactions count.
//
// All answers err on the side of more possibilities, so that what is concluded from there being only one is
// true: a key that is only written as a whole shows its writer by the value; the writer of every element of a
// list that is only appended to, or of a set that is only added to, has committed before the transaction that
// saw it began; any other key (counters, keys that are also written as a whole) shows nothing here. Reads of
// a key after an own write show nothing about other transactions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "history/history.hpp"

namespace isolde {

class Facts {
 public:
  enum class KeyClass : std::uint8_t { kWhole, kList, kSet, kCounter, kOther };
  struct WriteOf {
    ValueId value;  // or the element, or the amount
    TxnId txn;
    bool is_final;  // its last write of the key
  };

  // `history` must outlive this.
  explicit Facts(const History& history);

  [[nodiscard]] KeyClass class_of(KeyId key) const;
  // No transaction appends to it, adds to it or increments it, so that reads show its value exactly.
  [[nodiscard]] bool is_exact(KeyId key) const;
  // All writes of the key by anybody, ordered by value; sorts on the first call.
  [[nodiscard]] std::span<const WriteOf> writes(KeyId key);
  [[nodiscard]] std::span<const WriteOf> writes(KeyId key, ValueId value);

  // A transaction counts if it committed, or is indeterminate and certainly seen by one that counts.
  [[nodiscard]] bool counts(TxnId txn) const { return counts_[txn.index()]; }
  [[nodiscard]] bool may_commit(TxnId txn) const { return history_.status(txn) != TxnStatus::kAborted; }
  [[nodiscard]] bool installs(TxnId txn, KeyId key) const;

  // Those that must have committed for a counting `reader` to see what it saw.
  [[nodiscard]] std::vector<TxnId> certain_writers(TxnId reader);
  // `reader` saw an element of a list or set that only `writer` can have put there.
  [[nodiscard]] bool shows_element_of(TxnId reader, KeyId key, TxnId writer);
  // All that the transaction read of the key, also after own writes: of a list or set that is only added to,
  // what its snapshot has is among it.
  [[nodiscard]] std::vector<ValueId> shown_values(TxnId reader, KeyId key) const;
  // `reader` saw a list or set without an element that `writer` put there.
  [[nodiscard]] bool lacks_element_of(TxnId reader, KeyId key, TxnId writer);
  // `reader` saw a list where an element of `first` stands before one of `second`.
  [[nodiscard]] bool shows_order_of(TxnId reader, KeyId key, TxnId first, TxnId second);

  // Calls visit(op, key, value) for what the transaction read of keys that it had not written before.
  template <class Visit>
  void for_each_external(TxnId txn, Visit&& visit);

  // The elements of a list; nothing of anything else.
  [[nodiscard]] std::span<const std::uint32_t> elements(ValueId value) const;
  // The initial version holds the element, or is the value.
  [[nodiscard]] bool is_initial(KeyId key, ValueId value) const;

 private:
  void classify();
  void collect_writes();
  void derive_counts();
  [[nodiscard]] TxnId only_writer(TxnId reader, KeyId key, ValueId value, bool must_be_final);
  [[nodiscard]] std::vector<ValueId> external_values(TxnId reader, KeyId key);

  const History& history_;
  std::vector<std::uint8_t> uses_;           // by KeyId: which kinds of writes it has
  std::vector<std::uint32_t> write_begins_;  // by KeyId
  std::vector<WriteOf> writes_;
  std::vector<bool> is_sorted_;        // by KeyId
  std::vector<bool> counts_;           // by TxnId
  std::vector<std::uint32_t> stamps_;  // by KeyId; scratch
  std::uint32_t stamp_ = 0;
};

template <class Visit>
void Facts::for_each_external(TxnId txn, Visit&& visit) {
  const std::uint32_t stamp = ++stamp_;
  for (const OpId op : history_.operations(txn)) {
    const OpKind kind = history_.kind(op);
    if (kind == OpKind::kRead) {
      if (stamps_[history_.key(op).index()] != stamp) visit(op, history_.key(op), history_.value(op));
    } else if (is_predicate(kind)) {
      for (const RowSeen& row : history_.rows(op))
        if (stamps_[row.key.index()] != stamp) visit(op, row.key, row.value);
      if (kind == OpKind::kPredicateWrite)
        for (const RowSeen& row : history_.rows(op)) stamps_[row.key.index()] = stamp;
    } else {
      stamps_[history_.key(op).index()] = stamp;
    }
  }
}

}  // namespace isolde
