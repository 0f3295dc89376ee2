#include "solver/serial_execution.hpp"

#include <algorithm>

#include "history/predicates/aggregate.hpp"

namespace isolde {
namespace {

std::optional<SerialExecution::KeyType> type_made_by(OpKind kind) {
  switch (kind) {
    case OpKind::kWrite:
    case OpKind::kInsert:
    case OpKind::kDelete:
      return SerialExecution::KeyType::kRegister;
    case OpKind::kAppend:
      return SerialExecution::KeyType::kList;
    case OpKind::kAdd:
      return SerialExecution::KeyType::kSet;
    case OpKind::kIncrement:
      return SerialExecution::KeyType::kCounter;
    case OpKind::kRead:
    case OpKind::kPredicateRead:
    case OpKind::kPredicateWrite:
    case OpKind::kAggregate:
      break;
  }
  return std::nullopt;
}

}  // namespace

SerialExecution::SerialExecution(const History& history, bool predicates_bind)
    : history_(history),
      predicates_bind_(predicates_bind),
      types_(history.key_count(), KeyType::kRegister),
      is_set_(history.key_count()),
      is_counter_(history.key_count()),
      shown_(history.key_count()) {
  classify_keys();
  store_.reserve(history.key_count());
  for (std::size_t key = 0; key < history.key_count(); ++key)
    store_.push_back(sorted_if_set(KeyId(key), history.initial_value(KeyId(key))));
}

void SerialExecution::classify_keys() {
  std::vector<bool> is_known(history_.key_count());
  const auto note = [&](KeyId key, KeyType type) {
    KeyType& known = types_[key.index()];
    known = !is_known[key.index()] || known == type ? type : KeyType::kMixed;
    is_known[key.index()] = true;
    if (type == KeyType::kSet) is_set_[key.index()] = true;
    if (type == KeyType::kCounter) is_counter_[key.index()] = true;
    if (type != KeyType::kRegister && !computed_) computed_ = history_.values();
  };
  for (std::size_t i = 0; i < history_.operation_count(); ++i) {
    const OpId op(i);
    if (const auto type = type_made_by(history_.kind(op))) note(history_.key(op), *type);
    if (history_.kind(op) != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history_.rows(op)) note(row.key, KeyType::kRegister);
  }
}

ValueId SerialExecution::canonical(KeyId key, ValueId value) {
  if (value == kInitial && is_counter_[key.index()]) return ValueId(computed_->intern_integer(0));
  return sorted_if_set(key, value);
}

ValueId SerialExecution::sorted_if_set(KeyId key, ValueId value) {
  if (!is_set_[key.index()] || values().kind(value.value) != ValueKind::kList) return value;
  const auto elements = values().elements(value.value);
  scratch_.assign(elements.begin(), elements.end());
  std::ranges::sort(scratch_);  // an element shown twice stays twice, and so equals no set
  return ValueId(computed_->intern_list(scratch_));
}

bool SerialExecution::run(TxnId txn, bool reads_bind) {
  const std::size_t before = mark();
  for (const OpId op : history_.operations(txn)) {
    if (run_operation(op, reads_bind)) continue;
    undo(before);
    return false;
  }
  return true;
}

void SerialExecution::undo(std::size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) store_[undo_.back().key.index()] = undo_.back().before;
}

bool SerialExecution::run_operation(OpId op, bool reads_bind) {
  const OpKind kind = history_.kind(op);
  switch (kind) {
    case OpKind::kRead:
      return !reads_bind || shows(history_.key(op), history_.value(op));
    case OpKind::kWrite:
    case OpKind::kInsert:
    case OpKind::kDelete:
      write(history_.key(op), history_.value(op));
      return true;
    case OpKind::kAppend:
    case OpKind::kAdd:
      return append(history_.key(op), history_.value(op));
    case OpKind::kIncrement:
      return increment(history_.key(op), history_.value(op));
    case OpKind::kPredicateRead:
    case OpKind::kPredicateWrite:
      break;
    case OpKind::kAggregate:
      return !reads_bind || !predicates_bind_ || sees_aggregate(op);
  }
  if (reads_bind && !sees_rows(op)) return false;
  if (kind == OpKind::kPredicateWrite)
    for (const RowSeen& row : history_.rows(op)) write(row.key, row.after);
  return true;
}

bool SerialExecution::sees_rows(OpId op) {
  const Predicate& predicate = history_.predicate(history_.predicate(op));
  ++checks_;
  for (const RowSeen& row : history_.rows(op)) {
    if (!shows(row.key, row.value) || !is_match(predicate, row.key)) return false;
    if (shown_[row.key.index()] == checks_) return false;  // one key cannot be shown twice
    shown_[row.key.index()] = checks_;
  }
  return !predicates_bind_ || shows_exactly(predicate);
}

bool SerialExecution::sees_aggregate(OpId op) const {
  const Predicate& predicate = history_.predicate(history_.predicate(op));
  const AggregateRule rule(history_, op);
  AggregateTotal total;
  for (std::size_t i = 0; i < store_.size(); ++i) {
    if (!is_match(predicate, KeyId(i))) continue;
    const AggregateRow row = rule.row(KeyId(i), values(), store_[i]);
    if (row.refutes) return false;
    total = rule.with(total, row);
  }
  return rule.is_met(total);
}

bool SerialExecution::is_match(const Predicate& predicate, KeyId key) const {
  return current(key) != kInitial && predicate.matches(history_.keys(), key, values(), current(key));
}

// Every present key that matches is among the rows of the present check, and no other.
bool SerialExecution::shows_exactly(const Predicate& predicate) const {
  for (std::size_t i = 0; i < store_.size(); ++i)
    if ((shown_[i] == checks_) != is_match(predicate, KeyId(i))) return false;
  return true;
}

void SerialExecution::write(KeyId key, ValueId value) {
  undo_.push_back({key, current(key)});
  store_[key.index()] = sorted_if_set(key, value);
}

bool SerialExecution::append(KeyId key, ValueId element) {
  scratch_.clear();
  if (current(key) != kInitial) {
    if (values().kind(current(key).value) != ValueKind::kList) return false;
    const auto elements = values().elements(current(key).value);
    scratch_.assign(elements.begin(), elements.end());
  }
  // Only what is added counts once: a list that was written as a whole stays as it is.
  if (!is_set_[key.index()] || std::ranges::find(scratch_, element.value) == scratch_.end())
    scratch_.push_back(element.value);
  write(key, ValueId(computed_->intern_list(scratch_)));
  return true;
}

bool SerialExecution::increment(KeyId key, ValueId amount) {
  const auto is_integer = [&](ValueId value) { return values().kind(value.value) == ValueKind::kInteger; };
  const std::int64_t before = is_integer(current(key)) ? values().integer(current(key).value) : 0;
  std::int64_t after = 0;
  if (current(key) != kInitial && !is_integer(current(key))) return false;
  if (!is_integer(amount) || __builtin_add_overflow(before, values().integer(amount.value), &after))
    return false;
  write(key, ValueId(computed_->intern_integer(after)));
  return true;
}

}  // namespace isolde
