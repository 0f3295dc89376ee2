#include "encode/choices/key_values.hpp"

#include <algorithm>

namespace isolde {

KeyValues::KeyValues(const History& history)
    : history_(history), values_(history.values()), types_(history.key_count(), KeyType::kPlain) {
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpId op(i);
    if (history.kind(op) == OpKind::kAdd) types_[history.key(op).index()] = KeyType::kSet;
    if (history.kind(op) == OpKind::kIncrement) types_[history.key(op).index()] = KeyType::kCounter;
  }
  const std::uint32_t element = values_.intern_integer(0);
  some_list_ = ValueId(values_.intern_list(std::span(&element, 1)));
}

ValueId KeyValues::canonical(std::uint32_t key, ValueId value) {
  if (types_[key] != KeyType::kSet || !is_list(value)) return value;
  const auto elements = values_.elements(value.value);
  std::vector<std::uint32_t> sorted(elements.begin(), elements.end());
  std::ranges::sort(sorted);
  return list(sorted);
}

ValueId KeyValues::list(std::span<const std::uint32_t> elements) {
  return elements.empty() ? kInitial : ValueId(values_.intern_list(elements));
}

bool KeyValues::matches(PredicateId predicate, std::uint32_t key, ValueId value) const {
  return value != kInitial &&
         history_.predicate(predicate).matches(history_.keys(), KeyId(key), values_, value);
}

AggregateRow KeyValues::aggregate_row(const Step& step, std::uint32_t key, ValueId value) const {
  return AggregateRule(history_, OpId(step.value.value)).row(KeyId(key), values_, value);
}

bool KeyValues::shows(std::uint32_t key, ValueId recorded, ValueId state) {
  if (recorded == state) return true;
  if (types_[key] == KeyType::kSet) return canonical(key, recorded) == state;
  if (types_[key] != KeyType::kCounter) return false;
  const ValueId zero = integer(0);
  return (recorded == kInitial ? zero : recorded) == (state == kInitial ? zero : state);
}

bool KeyValues::add_element(std::uint32_t key, ValueId element, ValueId& state) {
  std::vector<std::uint32_t> elements;
  if (state != kInitial) {
    if (!is_list(state)) return false;
    const auto present = values_.elements(state.value);
    elements.assign(present.begin(), present.end());
  }
  if (types_[key] != KeyType::kSet) {
    elements.push_back(element.value);
  } else {
    const auto place = std::ranges::lower_bound(elements, element.value);
    if (place == elements.end() || *place != element.value) elements.insert(place, element.value);
  }
  state = list(elements);
  return true;
}

bool KeyValues::increment(ValueId by, ValueId& state) {
  if (state != kInitial && values_.kind(state.value) != ValueKind::kInteger) return false;
  if (values_.kind(by.value) != ValueKind::kInteger) return false;
  const std::int64_t number = state == kInitial ? 0 : values_.integer(state.value);
  std::int64_t sum = 0;
  if (__builtin_add_overflow(number, values_.integer(by.value), &sum)) return false;
  state = integer(sum);
  return true;
}

bool KeyValues::apply(std::uint32_t key, const Step& step, ValueId& state) {
  switch (step.kind) {
    case Step::Kind::kRead:
      return shows(key, step.value, state);
    case Step::Kind::kRow:
      return shows(key, step.value, state) && matches(step.predicate, key, state);
    case Step::Kind::kMissing:
      return !matches(step.predicate, key, state);
    case Step::Kind::kWhole:
      state = canonical(key, step.value);
      return true;
    case Step::Kind::kElement:
      return add_element(key, step.value, state);
    case Step::Kind::kIncrement:
      return increment(step.value, state);
    case Step::Kind::kNever:
      return false;
    case Step::Kind::kAggregate:
      return !matches(step.predicate, key, state) || !aggregate_row(step, key, state).refutes;
  }
  return false;
}

std::optional<ValueId> KeyValues::run(std::uint32_t key, std::span<const Step> steps, ValueId snapshot) {
  ValueId state = snapshot;
  for (const Step& step : steps)
    if (!apply(key, step, state)) return std::nullopt;
  return state;
}

KeyValues::Constant KeyValues::constant_of(std::uint32_t key, std::span<const Step> steps) {
  std::size_t first = steps.size();
  while (first > 0 && steps[first - 1].kind != Step::Kind::kWhole) --first;
  if (first == 0) return {};
  ValueId state = canonical(key, steps[first - 1].value);
  for (const Step& step : steps.subspan(first)) {
    const bool changes = step.kind == Step::Kind::kElement || step.kind == Step::Kind::kIncrement;
    if (changes && !apply(key, step, state)) return {true, ValueId()};
  }
  return {true, state};
}

// A list without its last element; a set may have held the element already, or not.
void KeyValues::undo_element(std::uint32_t key, ValueId element, ValueId value, std::vector<ValueId>& out) {
  if (value == kInitial || !is_list(value)) return;
  const auto present = values_.elements(value.value);
  if (types_[key] != KeyType::kSet && present.back() != element.value) return;
  std::vector<std::uint32_t> elements(present.begin(), present.end());
  if (types_[key] != KeyType::kSet) {
    elements.pop_back();
    out.push_back(list(elements));
    return;
  }
  const auto place = std::ranges::find(elements, element.value);
  if (place == elements.end()) return;
  out.push_back(value);
  elements.erase(place);
  out.push_back(list(elements));
}

void KeyValues::undo_increment(ValueId by, ValueId value, std::vector<ValueId>& out) {
  if (values_.kind(value.value) != ValueKind::kInteger || values_.kind(by.value) != ValueKind::kInteger)
    return;
  std::int64_t number = 0;
  if (__builtin_sub_overflow(values_.integer(value.value), values_.integer(by.value), &number)) return;
  out.push_back(integer(number));
  if (number == 0) out.push_back(kInitial);
}

std::vector<ValueId> KeyValues::before(std::uint32_t key, std::span<const Step> steps, ValueId value) {
  std::vector<ValueId> values{canonical(key, value)};
  if (types_[key] == KeyType::kCounter) {
    if (value == kInitial) values.push_back(integer(0));
    if (value == integer(0)) values.push_back(kInitial);
  }
  std::vector<ValueId> earlier;
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (steps[i].kind != Step::Kind::kElement && steps[i].kind != Step::Kind::kIncrement) continue;
    earlier.clear();
    for (const ValueId each : values) {
      if (steps[i].kind == Step::Kind::kElement)
        undo_element(key, steps[i].value, each, earlier);
      else
        undo_increment(steps[i].value, each, earlier);
    }
    std::ranges::sort(earlier);
    earlier.erase(std::ranges::unique(earlier).begin(), earlier.end());
    values.swap(earlier);
  }
  return values;
}

std::optional<std::vector<ValueId>> KeyValues::told_snapshots(std::uint32_t key,
                                                              std::span<const Step> steps) {
  for (std::size_t i = 0; i < steps.size() && steps[i].kind != Step::Kind::kWhole; ++i) {
    if (steps[i].kind == Step::Kind::kNever) return std::vector<ValueId>{};
    if (steps[i].kind != Step::Kind::kRead && steps[i].kind != Step::Kind::kRow) continue;
    std::vector<ValueId> values = before(key, steps.first(i), steps[i].value);
    std::erase_if(values, [&](ValueId value) { return !run(key, steps, value); });
    return values;
  }
  return std::nullopt;
}

}  // namespace isolde
