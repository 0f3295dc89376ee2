// What a transaction last wrote to a key: a value, or the element or amount of an append, add or increment.
#pragma once

#include "history/history.hpp"

namespace isolde {

// kInitial if it did not write the key at all.
[[nodiscard]] inline ValueId value_left(const History& history, TxnId writer, KeyId key) {
  ValueId left = kInitial;
  for (const OpId op : history.operations(writer)) {
    if (is_item_write(history.kind(op)) && history.key(op) == key) left = history.value(op);
    if (history.kind(op) != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op))
      if (row.key == key) left = row.after;
  }
  return left;
}

}  // namespace isolde
