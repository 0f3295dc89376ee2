#include "history/writers.hpp"

#include <algorithm>
#include <tuple>

namespace isolde {
namespace {

// Calls visit(op, key, value) for every write of the transaction, in program order reversed.
template <class Visit>
void for_each_write_backwards(const History& history, TxnId txn, Visit&& visit) {
  const IdRange<OpId> ops = history.operations(txn);
  for (std::size_t i = ops.size(); i-- > 0;) {
    const OpId op = ops[i];
    const OpKind kind = history.kind(op);
    if (kind == OpKind::kPredicateWrite) {
      for (const RowSeen& row : history.rows(op)) visit(op, row.key, row.after);
    } else if (is_item_write(kind)) {
      visit(op, history.key(op), history.value(op));
    }
  }
}

}  // namespace

WriterIndex::WriterIndex(const History& history) : begins_(history.value_count() + 1) {
  for (const TxnId txn : history.transactions())
    for_each_write_backwards(history, txn, [&](OpId, KeyId, ValueId value) { ++begins_[value.index() + 1]; });
  for (std::size_t v = 1; v < begins_.size(); ++v) begins_[v] += begins_[v - 1];

  writes_.resize(begins_.back());
  std::vector<std::uint32_t> next(begins_.begin(), std::prev(begins_.end()));
  std::vector<TxnId> last_writer(history.key_count());  // seen from the back, the first is the final one
  for (const TxnId txn : history.transactions()) {
    for_each_write_backwards(history, txn, [&](OpId op, KeyId key, ValueId value) {
      const bool is_final = last_writer[key.index()] != txn;
      last_writer[key.index()] = txn;
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
