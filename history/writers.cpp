#include "history/writers.hpp"

#include <algorithm>
#include <tuple>

#include "history/reads.hpp"

namespace isolde {
WriterIndex::WriterIndex(const History& history) : begins_(history.value_count() + 1) {
  KeyStamps counted(history.key_count());
  for (const TxnId txn : history.transactions()) {
    for_each_write_backwards(history, txn, counted,
                             [&](OpId, KeyId, ValueId value, bool) { ++begins_[value.index() + 1]; });
  }
  for (std::size_t v = 1; v < begins_.size(); ++v) begins_[v] += begins_[v - 1];

  writes_.resize(begins_.back());
  std::vector<std::uint32_t> next(begins_.begin(), std::prev(begins_.end()));
  KeyStamps placed(history.key_count());
  for (const TxnId txn : history.transactions()) {
    for_each_write_backwards(history, txn, placed, [&](OpId op, KeyId key, ValueId value, bool is_final) {
      writes_[next[value.index()]++] = {key, txn, op, is_final};
    });
  }
  for (std::size_t v = 0; v + 1 < begins_.size(); ++v) {
    if (begins_[v + 1] - begins_[v] < 2) continue;
    std::sort(writes_.begin() + begins_[v], writes_.begin() + begins_[v + 1],
              [](const Write& a, const Write& b) { return std::tie(a.key, a.op) < std::tie(b.key, b.op); });
  }
}

std::span<const Write> WriterIndex::find(KeyId key, ValueId value) const {
  if (value.index() + 1 >= begins_.size()) return {};
  const std::span<const Write> all =
      std::span(writes_).subspan(begins_[value.index()], begins_[value.index() + 1] - begins_[value.index()]);
  const auto [first, last] = std::ranges::equal_range(all, key, {}, &Write::key);
  return {first, last};
}

}  // namespace isolde
