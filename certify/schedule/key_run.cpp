#include "certify/schedule/key_run.hpp"

#include <algorithm>

namespace isolde {

KeyRun::KeyRun(const History& history, const LevelInfo& level)
    : history_(history), rows_bind_(level.rows_bind), store_(history) {}

bool KeyRun::observes(OpId op, KeyId key) const {
  const OpKind kind = history_.kind(op);
  if (kind == OpKind::kRead) return history_.key(op) == key;
  if (kind == OpKind::kAggregate) return rows_bind_;
  if (!has_rows(kind)) return false;
  const auto rows = history_.rows(op);
  return rows_bind_ || std::ranges::find(rows, key, &RowSeen::key) != rows.end();
}

// Whether a read of what is held can show the value; a list that is not known may show as any list.
bool KeyRun::shows_value(KeyId key, const Held& held, ValueId value) {
  if (held.kind == Held::Kind::kList) return history_.values().kind(value.value) == ValueKind::kList;
  return held.kind == Held::Kind::kUnknown || store_.shows(key, held.cell, value);
}

bool KeyRun::shows_row(const Predicate& predicate, KeyId key, const Held& held, const RowSeen& row) {
  if (held.kind == Held::Kind::kUnknown) return true;
  return shows_value(key, held, row.value) && store_.matches(predicate, key, held.cell);
}

// Whether the operation can have shown of the key what it did.
bool KeyRun::shows(OpId op, KeyId key, const Held& held) {
  const OpKind kind = history_.kind(op);
  if (kind == OpKind::kRead) return shows_value(key, held, history_.value(op));
  const Predicate& predicate = history_.predicate(history_.predicate(op));
  if (kind == OpKind::kAggregate) {  // a row that by itself contradicts what the aggregate showed
    if (held.kind == Held::Kind::kUnknown || !store_.matches(predicate, key, held.cell)) return true;
    return !store_.row(AggregateRule(history_, op), key, held.cell).refutes;
  }
  std::size_t returned = 0;
  for (const RowSeen& row : history_.rows(op)) {
    if (row.key != key) continue;
    ++returned;
    if (!shows_row(predicate, key, held, row)) return false;
  }
  if (returned != 0) return returned == 1;  // a snapshot has one version of a key
  if (!rows_bind_) return true;
  return held.kind == Held::Kind::kUnknown || !store_.matches(predicate, key, held.cell);
}

// What the operation makes of what is held. Predicates do not look at the elements of a list, so any list can
// stand for one that is not known.
Held KeyRun::changed(OpKind kind, const Held& held, ValueId operand) {
  if (held.kind == Held::Kind::kNothing) return held;
  if (held.kind == Held::Kind::kCell) {
    const auto cell = store_.changed(kind, held.cell, operand);
    return cell ? Held{Held::Kind::kCell, *cell} : Held{Held::Kind::kNothing, {}};
  }
  if (kind == OpKind::kIncrement) return {};
  if (held.kind == Held::Kind::kList) return held;
  return {Held::Kind::kList, *store_.changed(kind, Cell(), operand)};
}

void KeyRun::apply(OpId op, KeyId key, Held& held) {
  const OpKind kind = history_.kind(op);
  if (kind == OpKind::kPredicateWrite) {
    for (const RowSeen& row : history_.rows(op))
      if (row.key == key) held = {Held::Kind::kCell, {row.after.value, Cell::kNoChain}};
  } else if (is_item_write(kind) && history_.key(op) == key) {
    if (kind <= OpKind::kDelete)
      held = {Held::Kind::kCell, {history_.value(op).value, Cell::kNoChain}};
    else
      held = changed(kind, held, history_.value(op));
  }
}

// The value that the key holds by a read. Not if it shows 0 or nothing, which a counter does not distinguish.
std::optional<ValueId> KeyRun::value_read(OpId op, KeyId key) const {
  const auto is_definite = [&](ValueId value) {
    const Dictionary& values = history_.values();
    const bool is_zero = values.kind(value.value) == ValueKind::kInteger && values.integer(value.value) == 0;
    return value != kInitial && !is_zero;
  };
  const OpKind kind = history_.kind(op);
  if (kind == OpKind::kRead && history_.key(op) == key && is_definite(history_.value(op)))
    return history_.value(op);
  if (!has_rows(kind)) return std::nullopt;
  for (const RowSeen& row : history_.rows(op))
    if (row.key == key && is_definite(row.value)) return row.value;
  return std::nullopt;
}

void KeyRun::step(OpId op, KeyId key, bool is_looked_at, Held& held) {
  if (held.kind == Held::Kind::kNothing) return;
  if (is_looked_at && observes(op, key)) {
    if (!shows(op, key, held)) {
      held = {Held::Kind::kNothing, {}};
      return;
    }
    if (const auto value = value_read(op, key); value && held.kind != Held::Kind::kCell)
      held = {Held::Kind::kCell, {value->value, Cell::kNoChain}};
  }
  apply(op, key, held);
}

Held KeyRun::run(TxnId txn, KeyId key, const Held& snapshot, OpId only) {
  Held held = snapshot;
  for (const OpId op : history_.operations(txn)) step(op, key, !only.is_valid() || op == only, held);
  return held;
}

KeyRun::Taken KeyRun::taken(const AggregateRule& rule, OpId op, TxnId txn, KeyId key, const Held& snapshot) {
  Held held = snapshot;
  for (const OpId each : history_.operations(txn)) {
    if (each == op) break;
    step(each, key, true, held);
  }
  if (held.kind == Held::Kind::kUnknown || held.kind == Held::Kind::kNothing) return {};
  if (!store_.matches(history_.predicate(history_.predicate(op)), key, held.cell)) return {true, {}};
  return {true, store_.row(rule, key, held.cell)};
}

// Follows from the writes, and from reads that show what later updates add to. Whether other reads contradict
// this is for run() to see.
Held KeyRun::leaves(TxnId txn, KeyId key) {
  const std::uint64_t name = (std::uint64_t{txn.value} << 32U) | key.value;
  if (const auto found = leaves_.find(name); found != leaves_.end()) return found->second;
  Held held;
  for (const OpId op : history_.operations(txn)) {
    const bool is_open = held.kind == Held::Kind::kUnknown || held.kind == Held::Kind::kList;
    if (const auto value = value_read(op, key); value && is_open)
      held = {Held::Kind::kCell, {value->value, Cell::kNoChain}};
    apply(op, key, held);
  }
  return leaves_[name] = held;
}

}  // namespace isolde
