#include "certify/schedule/store.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/sort_unique.hpp"

namespace isolde {

Store::Store(const History& history)
    : history_(history),
      cells_(history.key_count()),
      types_(history.key_count()),
      values_(&history.values()) {
  bool counts = false;
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    computes_ |= kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement;
    if (kind != OpKind::kAdd && kind != OpKind::kIncrement) continue;
    types_[history.key(OpId(i)).index()] |= kind == OpKind::kAdd ? kSet : kCounter;
    counts |= kind == OpKind::kIncrement;
  }
  if (counts) values_ = &numbers_.emplace(history.values());
  const std::array<std::uint32_t, 1> element = {some_list_.intern_null()};
  some_list_id_ = ValueId(some_list_.intern_list(element));
  for (std::size_t i = 0; i < cells_.size(); ++i)
    set(KeyId(i), {history.initial_value(KeyId(i)).value, Cell::kNoChain});
}

std::optional<std::int64_t> Store::number(std::uint32_t value) const {
  if (value == kInitial.value) return 0;
  if (values_->kind(value) != ValueKind::kInteger) return std::nullopt;
  return values_->integer(value);
}

std::span<const std::uint32_t> Store::list(std::uint32_t value) const {
  if (value == kInitial.value || values_->kind(value) != ValueKind::kList) return {};
  return values_->elements(value);
}

bool Store::shows_computed(KeyId key, const Cell& cell, ValueId recorded) {
  const std::uint8_t type = types_[key.index()];
  if (cell.chain == Cell::kNoChain) {
    if ((type & kCounter) != 0) {
      const auto held = number(cell.value);
      if (held && held == number(recorded.value)) return true;
    }
    if ((type & kSet) == 0 || values_->kind(cell.value) != ValueKind::kList) return false;
  }
  if (values_->kind(recorded.value) != ValueKind::kList) return false;
  if (cell.chain != Cell::kNoChain && links_[cell.chain].known_as == recorded.value) return true;
  const auto elements = values_->elements(recorded.value);
  const bool is_shown = (type & kSet) != 0 ? shows_set(cell, elements) : shows_list(cell, elements);
  if (is_shown && cell.chain != Cell::kNoChain) links_[cell.chain].known_as = recorded.value;
  return is_shown;
}

bool Store::shows_list(const Cell& cell, std::span<const std::uint32_t> recorded) const {
  std::uint32_t base = cell.value;
  for (std::uint32_t at = cell.chain; at != Cell::kNoChain; at = links_[at].before) {
    if (links_[at].known_as != kNoValue) {
      base = links_[at].known_as;
      break;
    }
    if (recorded.empty() || recorded.back() != links_[at].element) return false;
    recorded = recorded.first(recorded.size() - 1);
  }
  return std::ranges::equal(recorded, list(base));
}

// Elements that were added count once; those of a set that was written as a whole count as often as they
// stand there.
bool Store::shows_set(const Cell& cell, std::span<const std::uint32_t> recorded) {
  auto& [held, added, wanted] = scratch_;
  added.clear();
  std::uint32_t base = cell.value;
  for (std::uint32_t at = cell.chain; at != Cell::kNoChain; at = links_[at].before) {
    if (links_[at].known_as != kNoValue) {
      base = links_[at].known_as;
      break;
    }
    added.push_back(links_[at].element);
  }
  const auto below = list(base);
  held.assign(below.begin(), below.end());
  std::ranges::sort(held);
  sort_unique(added);
  const auto old_size = static_cast<std::ptrdiff_t>(held.size());
  for (const std::uint32_t element : added)
    if (!std::binary_search(held.begin(), held.begin() + old_size, element)) held.push_back(element);
  std::inplace_merge(held.begin(), held.begin() + old_size, held.end());
  wanted.assign(recorded.begin(), recorded.end());
  std::ranges::sort(wanted);
  return held == wanted;
}

std::optional<Cell> Store::changed(OpKind kind, const Cell& cell, ValueId operand) {
  if (kind == OpKind::kIncrement) {
    if (cell.chain != Cell::kNoChain || values_->kind(operand.value) != ValueKind::kInteger)
      return std::nullopt;
    const auto held = number(cell.value);
    std::int64_t sum = 0;
    if (!held || __builtin_add_overflow(*held, values_->integer(operand.value), &sum)) return std::nullopt;
    return Cell{numbers_->intern_integer(sum), Cell::kNoChain};
  }
  const bool can_grow =
      cell.chain != Cell::kNoChain || cell.is_absent() || values_->kind(cell.value) == ValueKind::kList;
  if (!can_grow) return std::nullopt;
  links_.push_back({cell.chain, operand.value, kNoValue});
  return Cell{cell.value, static_cast<std::uint32_t>(links_.size() - 1)};
}

bool Store::matches(const Predicate& predicate, KeyId key, const Cell& cell) const {
  if (cell.is_absent()) return false;
  if (cell.chain != Cell::kNoChain) return predicate.matches(history_.keys(), key, some_list_, some_list_id_);
  return predicate.matches(history_.keys(), key, *values_, ValueId(cell.value));
}

AggregateRow Store::row(const AggregateRule& rule, KeyId key, const Cell& cell) const {
  if (cell.chain != Cell::kNoChain) return rule.row(key, some_list_, some_list_id_);
  return rule.row(key, *values_, ValueId(cell.value));
}

}  // namespace isolde
