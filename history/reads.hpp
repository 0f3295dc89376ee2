// What a transaction read from outside itself, and what it installs: the two views that everything after
// reading is built on. Both visit in time linear in the transaction, given scratch of one entry per key that
// is never cleared.
#pragma once

#include <vector>

#include "history/history.hpp"

namespace isolde {

// By key: the transaction that last touched it. Reusable over many transactions, each visited once per
// scratch.
using KeyStamps = std::vector<TxnId>;

// Calls visit(op, key, value) for each read, predicate rows included, of a key the transaction has not
// written before.
template <class Visit>
void for_each_external_read(const History& history, TxnId txn, KeyStamps& written, Visit&& visit) {
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    if (is_predicate(kind)) {
      for (const RowSeen& row : history.rows(op))
        if (written[row.key.index()] != txn) visit(op, row.key, row.value);
      if (kind != OpKind::kPredicateWrite) continue;
      for (const RowSeen& row : history.rows(op)) written[row.key.index()] = txn;
    } else if (kind != OpKind::kRead) {
      written[history.key(op).index()] = txn;
    } else if (written[history.key(op).index()] != txn) {
      visit(op, history.key(op), history.value(op));
    }
  }
}

[[nodiscard]] inline bool is_list(const History& history, ValueId value) {
  return history.values().kind(value.value) == ValueKind::kList;
}

// Calls visit(part) for what was written separately: each element of a list or set, any other value as a
// whole.
template <class Visit>
void for_each_part(const History& history, ValueId value, Visit&& visit) {
  if (!is_list(history, value)) return visit(value);
  for (const std::uint32_t element : history.values().elements(value.value)) visit(ValueId(element));
}

// Calls visit(op, key, value, is_final) for each write, last first; the first visit of a key is what is
// installed. Elements of appends and adds, and amounts of increments, stand for the value.
template <class Visit>
void for_each_write_backwards(const History& history, TxnId txn, KeyStamps& written, Visit&& visit) {
  const auto pass = [&](OpId op, KeyId key, ValueId value) {
    const bool is_final = written[key.index()] != txn;
    written[key.index()] = txn;
    visit(op, key, value, is_final);
  };
  const IdRange<OpId> ops = history.operations(txn);
  for (std::size_t i = ops.size(); i-- > 0;) {
    const OpId op = ops[i];
    const OpKind kind = history.kind(op);
    if (kind == OpKind::kPredicateWrite) {
      for (const RowSeen& row : history.rows(op)) pass(op, row.key, row.after);
    } else if (is_item_write(kind)) {
      pass(op, history.key(op), history.value(op));
    }
  }
}

}  // namespace isolde
