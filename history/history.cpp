#include "history/history.hpp"

#include <algorithm>

namespace isolde {

Place History::place(TxnId txn) const {
  const auto after = std::ranges::upper_bound(sources_, txn.index(), {}, &Source::first_txn);
  if (after == sources_.begin()) return {};
  const Source& source = *std::prev(after);
  return {source.file, source.unit, positions_[txn.index()]};
}

TxnId History::transaction_of(OpId op) const {
  const auto after = std::ranges::upper_bound(op_begins_, op.value);
  return TxnId(static_cast<std::size_t>(after - op_begins_.begin()) - 1);
}

std::optional<std::span<const RowSeen>> History::version_set(OpId op) const {
  const auto found = version_sets_.find(op.value);
  if (found == version_sets_.end()) return std::nullopt;
  const auto [begin, end] = found->second;
  return std::span(version_rows_).subspan(begin, end - begin);
}

std::int64_t History::op_start(OpId op) const {
  const auto found = op_times_.find(op.value);
  return found == op_times_.end() ? kNoTime : found->second.start;
}

std::int64_t History::op_end(OpId op) const {
  const auto found = op_times_.find(op.value);
  return found == op_times_.end() ? kNoTime : found->second.end;
}

}  // namespace isolde
