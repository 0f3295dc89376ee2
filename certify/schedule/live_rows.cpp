#include "certify/schedule/live_rows.hpp"

#include <numeric>
#include <utility>

namespace isolde {

LiveRows::LiveRows(const History& history)
    : history_(history),
      is_computed_(history.key_count()),
      first_versions_(history.operation_count()),
      versions_(number_versions(history)),
      current_(history.key_count()) {
  std::iota(current_.begin(), current_.end(), 0U);
}

// Numbers the initial versions by key, then what each write makes in the order of operations.
std::vector<VersionOfKey> LiveRows::number_versions(const History& history) {
  std::size_t count = history.key_count();
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    if (kind == OpKind::kPredicateWrite) count += history.rows(OpId(i)).size();
    if (is_item_write(kind)) ++count;
    if (kind != OpKind::kAppend && kind != OpKind::kAdd && kind != OpKind::kIncrement) continue;
    const KeyId key = history.key(OpId(i));
    if (!is_computed_[key.index()]) computed_keys_.push_back(key);
    is_computed_[key.index()] = true;
  }
  std::vector<VersionOfKey> versions;
  versions.reserve(count);
  for (std::size_t i = 0; i < history.key_count(); ++i)
    versions.push_back({KeyId(i), history.initial_value(KeyId(i))});
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpId op(i);
    first_versions_[i] = static_cast<std::uint32_t>(versions.size());
    if (is_item_write(history.kind(op))) versions.push_back({history.key(op), history.value(op)});
    if (history.kind(op) != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op)) versions.push_back({row.key, row.after});
  }
  if (!computed_keys_.empty())
    for (VersionOfKey& version : versions)
      if (is_computed_[version.key.index()]) version.value = kInitial;
  return versions;
}

std::size_t LiveRows::add_column(const RowPart& part) {
  SortedColumn column(history_, versions_, part);
  BitTree places(column.size());
  for (const std::uint32_t version : current_)
    if (column.place(version) != SortedColumn::kNone) places.insert(column.place(version));
  columns_.push_back({part, std::move(column), std::move(places)});
  return columns_.size() - 1;
}

const PredicateBounds& LiveRows::bounds_of(const Predicate& predicate) {
  const std::size_t shape = predicate.shape_number();
  if (bounds_.size() <= shape) bounds_.resize(shape + 1);
  if (!bounds_[shape]) bounds_[shape].emplace(predicate);
  return *bounds_[shape];
}

std::optional<LiveRows::Run> LiveRows::narrowest_run(const Predicate& predicate) {
  if (const auto run = range_of(predicate)) return run;
  std::optional<std::pair<std::size_t, SortedColumn::Places>> best;
  for (const PredicateBounds::Bound& bound : bounds_of(predicate).bounds()) {
    const std::size_t number = number_of(bound.part);
    const SortedColumn::Places places = columns_[number].column.within(bound, predicate);
    if (!best || places.size() < best->second.size()) best = {number, places};
  }
  if (!best) return std::nullopt;
  return Run{&columns_[best->first], best->second};
}

}  // namespace isolde
