#include "history/findings/conserved_total.hpp"

#include <algorithm>
#include <vector>

#include "history/findings/counter_values.hpp"
#include "history/findings/wide.hpp"

namespace isolde {
namespace {

// By key; empty if some of them is more than a counter.
std::vector<bool> accounts_of(const History& history) {
  std::vector<bool> accounts(history.key_count());
  for (std::size_t i = 0; i < history.operation_count(); ++i)
    if (history.kind(OpId(i)) == OpKind::kIncrement && history.is_initial_assumed(history.key(OpId(i))))
      accounts[history.key(OpId(i)).index()] = true;
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    if (is_predicate(kind)) return {};
    if (is_item_write(kind) && kind != OpKind::kIncrement && accounts[history.key(OpId(i)).index()])
      return {};
  }
  return accounts;
}

class TotalRead {
 public:
  TotalRead(const History& history, const std::vector<bool>& accounts)
      : history_(history),
        accounts_(accounts),
        count_(static_cast<std::size_t>(std::ranges::count(accounts, true))),
        last_reader_(accounts.size()) {}

  // The total that the transaction adds to the accounts.
  [[nodiscard]] Wide change(TxnId txn) const {
    Wide sum = 0;
    for (const OpId op : history_.operations(txn))
      if (history_.kind(op) == OpKind::kIncrement && accounts_[history_.key(op).index()])
        sum += counter_value(history_, history_.value(op)).value_or(0);
    return sum;
  }

  // The total that it sees; none if it changes an account, or does not see them all.
  std::optional<Wide> total(TxnId txn) {
    Wide sum = 0;
    std::size_t seen = 0;
    for (const OpId op : history_.operations(txn)) {
      const std::size_t key = history_.key(op).index();
      if (!accounts_[key]) continue;
      if (history_.kind(op) != OpKind::kRead) return std::nullopt;
      const std::optional<std::int64_t> value = counter_value(history_, history_.value(op));
      if (!value) return std::nullopt;
      if (last_reader_[key] == txn) continue;
      last_reader_[key] = txn;
      sum += *value;
      ++seen;
    }
    return seen == count_ ? std::optional(sum) : std::nullopt;
  }

 private:
  const History& history_;
  const std::vector<bool>& accounts_;
  const std::size_t count_;
  std::vector<TxnId> last_reader_;  // by key
};

}  // namespace

std::optional<DifferentTotals> different_totals(const History& history) {
  const std::vector<bool> accounts = accounts_of(history);
  if (std::ranges::find(accounts, true) == accounts.end()) return std::nullopt;
  TotalRead reads(history, accounts);
  std::optional<Wide> first_total;
  std::optional<DifferentTotals> found;
  TxnId first;
  for (const TxnId txn : history.transactions()) {
    const TxnStatus status = history.status(txn);
    if (status == TxnStatus::kAborted) continue;
    if (reads.change(txn) != 0) return std::nullopt;
    if (status != TxnStatus::kCommitted || found) continue;
    const std::optional<Wide> total = reads.total(txn);
    if (!total) continue;
    if (!first_total) {
      first_total = total;
      first = txn;
    } else if (*total != *first_total) {
      found = {first, static_cast<std::int64_t>(*first_total), txn, static_cast<std::int64_t>(*total)};
    }
  }
  return found;
}

}  // namespace isolde
