#include "tests/oracle/replay.hpp"

#include <algorithm>
#include <span>

namespace isolde {

Replay::Replay(const History& history, PredicateRule rule)
    : history_(history),
      rule_(rule),
      values_(history.values()),
      types_(history.key_count(), KeyType::kPlain),
      written_(history.transaction_count()) {
  for (const TxnId txn : history.transactions()) {
    std::vector<KeyId>& written = written_[txn.index()];
    for (const OpId op : history.operations(txn)) {
      const OpKind kind = history.kind(op);
      if (kind == OpKind::kAdd) types_[history.key(op).index()] = KeyType::kSet;
      if (kind == OpKind::kIncrement) types_[history.key(op).index()] = KeyType::kCounter;
      if (is_item_write(kind)) written.push_back(history.key(op));
      if (kind == OpKind::kPredicateWrite)
        for (const RowSeen& row : history.rows(op)) written.push_back(row.key);
    }
    std::ranges::sort(written);
    written.erase(std::ranges::unique(written).begin(), written.end());
  }
}

State Replay::initial_state() const {
  State state;
  for (std::size_t key = 0; key < history_.key_count(); ++key)
    state.push_back(history_.initial_value(KeyId(key)));
  return state;
}

bool Replay::run(TxnId txn, State& state) {
  for (const OpId op : history_.operations(txn))
    if (!run(op, state)) return false;
  return true;
}

bool Replay::run(OpId op, State& state) {
  switch (history_.kind(op)) {
    case OpKind::kRead:
      return is_read(history_.key(op), history_.value(op), state);
    case OpKind::kWrite:
    case OpKind::kInsert:
      state[history_.key(op).index()] = history_.value(op);
      return true;
    case OpKind::kDelete:
      state[history_.key(op).index()] = kInitial;
      return true;
    case OpKind::kAppend:
    case OpKind::kAdd:
      return append(history_.key(op), history_.value(op), state);
    case OpKind::kIncrement:
      return increment(history_.key(op), history_.value(op), state);
    case OpKind::kPredicateRead:
      return returns_rows(op, state);
    case OpKind::kPredicateWrite:
      if (!returns_rows(op, state)) return false;
      for (const RowSeen& row : history_.rows(op)) state[row.key.index()] = row.after;
      return true;
    case OpKind::kAggregate:
      return rule_ == PredicateRule::kItems || returns_aggregate(op, state);
  }
  return false;
}

std::optional<std::int64_t> Replay::number_in(const AggregateSeen& seen, ValueId row) const {
  std::uint32_t cell = row.value;
  if (history_.columns().text(seen.column.value) != "value") {
    cell = kInitial.value;
    if (values_.kind(row.value) == ValueKind::kRow) {
      const auto pairs = values_.elements(row.value);
      for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        if (pairs[i] == seen.column.value) cell = pairs[i + 1];
    }
  }
  if (values_.kind(cell) != ValueKind::kInteger) return std::nullopt;
  return values_.integer(cell);
}

// Small integers are enough here.
bool Replay::returns_aggregate(OpId op, const State& state) {
  const AggregateSeen& seen = history_.aggregate(op);
  const Predicate& predicate = history_.predicate(history_.predicate(op));
  std::int64_t count = 0;
  std::vector<std::int64_t> numbers;
  for (std::size_t index = 0; index < state.size(); ++index) {
    const ValueId value = state[index];
    if (value == kInitial || !predicate.matches(history_.keys(), KeyId(index), values_, value)) continue;
    ++count;
    if (!seen.column.is_valid()) continue;
    if (const auto number = number_in(seen, value)) numbers.push_back(*number);
  }
  const auto is = [&](AggregateFunction function, std::int64_t number) {
    return !seen.has(function) || values_.intern_integer(number) == seen.result(function).value;
  };
  if (!is(AggregateFunction::kCount, count)) return false;
  const auto is_null = [&](AggregateFunction function) {
    return !seen.has(function) || seen.result(function) == kInitial;
  };
  if (numbers.empty())
    return is_null(AggregateFunction::kMin) && is_null(AggregateFunction::kMax) &&
           is_null(AggregateFunction::kSum);
  std::int64_t sum = 0;
  for (const std::int64_t number : numbers) sum += number;
  return is(AggregateFunction::kMin, *std::ranges::min_element(numbers)) &&
         is(AggregateFunction::kMax, *std::ranges::max_element(numbers)) && is(AggregateFunction::kSum, sum);
}

bool Replay::append(KeyId key, ValueId element, State& state) {
  const ValueId before = state[key.index()];
  std::vector<std::uint32_t> elements;
  if (before != kInitial) {
    if (values_.kind(before.value) != ValueKind::kList) return false;
    const auto present = values_.elements(before.value);
    elements.assign(present.begin(), present.end());
  }
  const bool is_set = types_[key.index()] == KeyType::kSet;
  if (!is_set || std::ranges::find(elements, element.value) == elements.end())
    elements.push_back(element.value);
  state[key.index()] = ValueId(values_.intern_list(elements));
  return true;
}

bool Replay::increment(KeyId key, ValueId by, State& state) {
  const ValueId before = state[key.index()];
  if (before != kInitial && values_.kind(before.value) != ValueKind::kInteger) return false;
  if (values_.kind(by.value) != ValueKind::kInteger) return false;
  const std::int64_t number = before == kInitial ? 0 : values_.integer(before.value);
  std::int64_t sum = 0;
  if (__builtin_add_overflow(number, values_.integer(by.value), &sum)) return false;
  state[key.index()] = ValueId(values_.intern_integer(sum));
  return true;
}

bool Replay::is_read(KeyId key, ValueId recorded, const State& state) {
  return canonical(key, recorded) == canonical(key, state[key.index()]);
}

bool Replay::returns_rows(OpId op, const State& state) {
  const std::span<const RowSeen> rows = history_.rows(op);
  const Predicate& predicate = history_.predicate(history_.predicate(op));
  const auto matches = [&](KeyId key) {
    const ValueId value = state[key.index()];
    return value != kInitial && predicate.matches(history_.keys(), key, values_, value);
  };
  for (const RowSeen& row : rows)
    if (!is_read(row.key, row.value, state) || !matches(row.key) ||
        std::ranges::count(rows, row.key, &RowSeen::key) != 1)
      return false;
  if (rule_ == PredicateRule::kItems) return true;
  for (std::size_t index = 0; index < state.size(); ++index) {
    const KeyId key(index);
    if (std::ranges::count(rows, key, &RowSeen::key) != (matches(key) ? 1 : 0)) return false;
  }
  return true;
}

ValueId Replay::canonical(KeyId key, ValueId value) {
  if (types_[key.index()] == KeyType::kCounter && value == kInitial)
    return ValueId(values_.intern_integer(0));
  if (types_[key.index()] != KeyType::kSet || values_.kind(value.value) != ValueKind::kList) return value;
  const auto elements = values_.elements(value.value);
  std::vector<std::uint32_t> sorted(elements.begin(), elements.end());
  std::ranges::sort(sorted);
  return ValueId(values_.intern_list(sorted));
}

}  // namespace isolde
