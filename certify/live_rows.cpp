#include "certify/live_rows.hpp"

#include <numeric>

namespace isolde {

LiveRows::LiveRows(const History& history)
    : is_computed_(history.key_count()),
      first_versions_(history.operation_count()),
      index_(history, number_versions(history)),
      current_(history.key_count()) {
  std::iota(current_.begin(), current_.end(), 0U);
}

// The initial versions by key, then what each write makes in the order of operations.
std::vector<RowVersion> LiveRows::number_versions(const History& history) {
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
  std::vector<RowVersion> versions;
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
    for (RowVersion& version : versions)
      if (is_computed_[version.key.index()]) version.value = kInitial;
  return versions;
}

const BitTree& LiveRows::add_column(const OrderedColumn& column) {
  LiveColumn& live = columns_.emplace_back(LiveColumn{&column, BitTree(column.order().size())});
  for (const std::uint32_t version : current_)
    if (column.place(version) != OrderedColumn::kNone) live.places.insert(column.place(version));
  return live.places;
}

}  // namespace isolde
