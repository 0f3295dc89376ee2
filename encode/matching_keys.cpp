#include "encode/matching_keys.hpp"

#include <algorithm>
#include <utility>

namespace isolde {
namespace {

// What the range speaks of in this version; null if it has no such column.
std::uint32_t cell_of(const Dictionary& values, ValueId value, const PredicateRange& range) {
  if (values.kind(value.value) != ValueKind::kRow) return range.is_value ? value.value : kInitial.value;
  const auto pairs = values.elements(value.value);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == range.column) return pairs[i + 1];
  return kInitial.value;
}

}  // namespace

MatchingKeys::MatchingKeys(const KeyValues& values, std::size_t predicates, std::vector<Entry> entries)
    : values_(values), entries_(std::move(entries)), keys_(predicates) {
  std::ranges::sort(entries_);
  entries_.erase(std::ranges::unique(entries_).begin(), entries_.end());
}

bool MatchingKeys::may_match(PredicateId predicate, const Entry& entry) const {
  return !entry.value.is_valid() || values_.matches(predicate, entry.key, entry.value);
}

const MatchingKeys::Column& MatchingKeys::column(const PredicateRange& range) const {
  const std::uint64_t name = 2 * std::uint64_t{range.column} + (range.is_value ? 1 : 0);
  const auto [found, is_new] = columns_.try_emplace(name);
  Column& column = found->second;
  if (!is_new) return column;
  const Dictionary& values = values_.dictionary();
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const std::uint32_t cell = entries_[i].value.is_valid() ? cell_of(values, entries_[i].value, range) : 0;
    if (entries_[i].value.is_valid() && values.kind(cell) == ValueKind::kInteger)
      column.numbers.push_back({values.integer(cell), i});
    else if (!entries_[i].value.is_valid() || values.kind(cell) != ValueKind::kNull)
      column.others.push_back(i);
  }
  std::ranges::stable_sort(column.numbers, {}, &Place::number);
  return column;
}

std::span<const std::uint32_t> MatchingKeys::keys(const History& history, PredicateId predicate) const {
  auto& cached = keys_[predicate.index()];
  if (cached) return *cached;
  std::vector<std::uint32_t>& keys = cached.emplace();
  const auto look_at = [&](std::uint32_t entry) {
    if (may_match(predicate, entries_[entry])) keys.push_back(entries_[entry].key);
  };
  if (const auto range = necessary_range(history.predicate(predicate))) {
    const Column& places = column(*range);
    const auto first = std::ranges::lower_bound(places.numbers, range->low, {}, &Place::number);
    for (auto place = first; place != places.numbers.end() && place->number <= range->high; ++place)
      look_at(place->entry);
    for (const std::uint32_t entry : places.others) look_at(entry);
  } else {
    for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) look_at(entry);
  }
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

}  // namespace isolde
