#include "certify/proof/facts.hpp"

#include <algorithm>
#include <tuple>

#include "base/contract.hpp"

namespace isolde {
namespace {

enum Use : std::uint8_t { kWholes = 1, kAppends = 2, kAdds = 4, kIncrements = 8 };

Use use_of(OpKind kind) {
  switch (kind) {
    case OpKind::kAppend:
      return kAppends;
    case OpKind::kAdd:
      return kAdds;
    case OpKind::kIncrement:
      return kIncrements;
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kInsert:
    case OpKind::kDelete:
    case OpKind::kPredicateRead:
    case OpKind::kPredicateWrite:
    case OpKind::kAggregate:
      break;
  }
  return kWholes;
}

// Calls visit(key, value, kind) for each write of the transaction, in order.
template <class Visit>
void for_each_write_of(const History& history, TxnId txn, Visit&& visit) {
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    if (is_item_write(kind)) visit(history.key(op), history.value(op), kind);
    if (kind != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op)) visit(row.key, row.after, kind);
  }
}

}  // namespace

Facts::Facts(const History& history)
    : history_(history),
      uses_(history.key_count()),
      write_begins_(history.key_count() + 1),
      is_sorted_(history.key_count()),
      counts_(history.transaction_count()),
      stamps_(history.key_count()) {
  classify();
  collect_writes();
  derive_counts();
}

void Facts::classify() {
  for (const TxnId txn : history_.transactions())
    for_each_write_of(history_, txn, [&](KeyId key, ValueId, OpKind kind) {
      uses_[key.index()] |= use_of(kind);
      ++write_begins_[key.index() + 1];
    });
}

void Facts::collect_writes() {
  for (std::size_t i = 1; i < write_begins_.size(); ++i) write_begins_[i] += write_begins_[i - 1];
  writes_.resize(write_begins_.back());
  std::vector<std::uint32_t> next(write_begins_.begin(), write_begins_.end() - 1);
  for (const TxnId txn : history_.transactions())
    for_each_write_of(history_, txn, [&](KeyId key, ValueId value, OpKind) {
      std::uint32_t& at = next[key.index()];
      // A transaction's writes of one key stand next to each other here.
      if (at != write_begins_[key.index()] && writes_[at - 1].txn == txn) writes_[at - 1].is_final = false;
      writes_[at++] = {value, txn, true};
    });
  ISOLDE_INVARIANT(std::equal(next.begin(), next.end(), write_begins_.begin() + 1));  // all places are filled
}

Facts::KeyClass Facts::class_of(KeyId key) const {
  switch (uses_[key.index()]) {
    case 0:
    case kWholes:
      return KeyClass::kWhole;
    case kAppends:
      return KeyClass::kList;
    case kAdds:
      return KeyClass::kSet;
    case kIncrements:
      return KeyClass::kCounter;
    default:
      return KeyClass::kOther;
  }
}

bool Facts::is_exact(KeyId key) const { return (uses_[key.index()] & (kAdds | kIncrements)) == 0; }

std::span<const Facts::WriteOf> Facts::writes(KeyId key) {
  const std::span<WriteOf> all(writes_.data() + write_begins_[key.index()],
                               writes_.data() + write_begins_[key.index() + 1]);
  if (!is_sorted_[key.index()]) {
    is_sorted_[key.index()] = true;
    std::ranges::sort(all, [](const WriteOf& a, const WriteOf& b) {
      return std::tie(a.value, a.txn, a.is_final) < std::tie(b.value, b.txn, b.is_final);
    });
  }
  return all;
}

std::span<const Facts::WriteOf> Facts::writes(KeyId key, ValueId value) {
  const auto [first, last] = std::ranges::equal_range(writes(key), value, {}, &WriteOf::value);
  return {first, last};
}

bool Facts::installs(TxnId txn, KeyId key) const {
  bool found = false;
  for_each_write_of(history_, txn, [&](KeyId written, ValueId, OpKind) { found |= written == key; });
  return found;
}

std::span<const std::uint32_t> Facts::elements(ValueId value) const {
  if (history_.values().kind(value.value) != ValueKind::kList) return {};
  return history_.values().elements(value.value);
}

bool Facts::is_initial(KeyId key, ValueId value) const {
  const ValueId initial = history_.initial_value(key);
  const auto all = elements(initial);
  return value == initial || std::ranges::find(all, value.value) != all.end();
}

// The only transaction other than the reader that can have made the value; invalid if there are several, or
// none.
TxnId Facts::only_writer(TxnId reader, KeyId key, ValueId value, bool must_be_final) {
  if (is_initial(key, value)) return {};
  TxnId only;
  for (const WriteOf& write : writes(key, value)) {
    if (write.txn == reader || !may_commit(write.txn) || (must_be_final && !write.is_final)) continue;
    if (only.is_valid() && only != write.txn) return {};
    only = write.txn;
  }
  return only;
}

void Facts::derive_counts() {
  std::vector<TxnId> todo;
  bool any_indeterminate = false;
  for (const TxnId txn : history_.transactions()) {
    counts_[txn.index()] = history_.status(txn) == TxnStatus::kCommitted;
    any_indeterminate |= history_.status(txn) == TxnStatus::kIndeterminate;
    if (counts_[txn.index()]) todo.push_back(txn);
  }
  if (!any_indeterminate) return;
  while (!todo.empty()) {
    const TxnId reader = todo.back();
    todo.pop_back();
    for (const TxnId writer : certain_writers(reader)) {
      if (counts_[writer.index()]) continue;
      counts_[writer.index()] = true;
      todo.push_back(writer);
    }
  }
}

std::vector<TxnId> Facts::certain_writers(TxnId reader) {
  std::vector<TxnId> found;
  const auto add = [&](TxnId writer) {
    if (writer.is_valid()) found.push_back(writer);
  };
  for_each_external(reader, [&](OpId, KeyId key, ValueId value) {
    const KeyClass type = class_of(key);
    if (type == KeyClass::kWhole) {
      // If no transaction's last write made the value there is no execution, so any conclusion holds.
      const TxnId writer = only_writer(reader, key, value, true);
      add(writer.is_valid() ? writer : only_writer(reader, key, value, false));
    }
    if (type != KeyClass::kList && type != KeyClass::kSet) return;
    for (const std::uint32_t element : elements(value))
      add(only_writer(reader, key, ValueId(element), false));
  });
  return found;
}

std::vector<ValueId> Facts::external_values(TxnId reader, KeyId key) {
  std::vector<ValueId> values;
  for_each_external(reader, [&](OpId, KeyId read, ValueId value) {
    if (read == key) values.push_back(value);
  });
  return values;
}

std::vector<ValueId> Facts::shown_values(TxnId reader, KeyId key) const {
  std::vector<ValueId> values;
  for (const OpId op : history_.operations(reader)) {
    const OpKind kind = history_.kind(op);
    if (kind == OpKind::kRead && history_.key(op) == key) values.push_back(history_.value(op));
    if (!has_rows(kind)) continue;
    for (const RowSeen& row : history_.rows(op))
      if (row.key == key) values.push_back(row.value);
  }
  return values;
}

bool Facts::shows_element_of(TxnId reader, KeyId key, TxnId writer) {
  if (class_of(key) != KeyClass::kList && class_of(key) != KeyClass::kSet) return false;
  for (const ValueId value : external_values(reader, key))
    for (const std::uint32_t element : elements(value))
      if (only_writer(reader, key, ValueId(element), false) == writer) return true;
  return false;
}

bool Facts::lacks_element_of(TxnId reader, KeyId key, TxnId writer) {
  if (class_of(key) != KeyClass::kList && class_of(key) != KeyClass::kSet) return false;
  for (const ValueId value : shown_values(reader, key)) {
    const auto seen = elements(value);
    if (seen.empty() && value != kInitial) continue;  // it showed something that is no list
    bool lacks = false;
    for_each_write_of(history_, writer, [&](KeyId written, ValueId element, OpKind) {
      lacks |= written == key && std::ranges::find(seen, element.value) == seen.end();
    });
    if (lacks) return true;
  }
  return false;
}

bool Facts::shows_order_of(TxnId reader, KeyId key, TxnId first, TxnId second) {
  if (class_of(key) != KeyClass::kList) return false;
  for (const ValueId value : external_values(reader, key)) {
    bool saw_first = false;
    for (const std::uint32_t element : elements(value)) {
      const TxnId writer = only_writer(reader, key, ValueId(element), false);
      if (!writer.is_valid()) continue;
      if (writer == second && saw_first) return true;
      saw_first |= writer == first;
    }
  }
  return false;
}

}  // namespace isolde
