#include "history/statistics.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace isolde {
namespace {

void count_transaction(const History& history, TxnId txn, HistoryStatistics& result) {
  const TxnStatus status = history.status(txn);
  result.committed += status == TxnStatus::kCommitted;
  result.aborted += status == TxnStatus::kAborted;
  result.indeterminate += status == TxnStatus::kIndeterminate;
  bool reads = false;
  bool writes = false;
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    ++result.by_kind[static_cast<std::size_t>(kind)];
    if (is_predicate(kind)) result.rows_returned += history.rows(op).size();
    reads |= kind == OpKind::kRead || is_predicate(kind);
    writes |= is_item_write(kind) || kind == OpKind::kPredicateWrite;
  }
  result.read_only += reads && !writes;
  result.write_only += writes && !reads;
  result.empty += !reads && !writes;
  result.max_operations = std::max(result.max_operations, history.operations(txn).size());
}

void count_skew(const History& history, HistoryStatistics& result) {
  std::vector<std::size_t> uses(history.key_count());
  for (std::size_t op = 0; op < history.operation_count(); ++op)
    if (!is_predicate(history.kind(OpId(op)))) ++uses[history.key(OpId(op)).index()];
  if (uses.empty()) return;
  const auto hottest = std::ranges::max_element(uses);
  result.hottest_key = KeyId(static_cast<std::size_t>(hottest - uses.begin()));
  result.hottest_accesses = *hottest;
  std::ranges::sort(uses, std::greater{});
  const std::size_t tenth = std::max<std::size_t>(1, uses.size() / 10);
  std::size_t all = 0;
  std::size_t hot = 0;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    all += uses[i];
    if (i < tenth) hot += uses[i];
  }
  if (all != 0) result.hot_tenth_share = static_cast<double>(hot) / static_cast<double>(all);
}

// A sweep over all begins and ends; ends first where they fall together, since `end <= start` is an order.
void count_concurrency(const History& history, HistoryStatistics& result) {
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> ends;
  for (const TxnId txn : history.transactions()) {
    if (history.start(txn) == kNoTime || history.end(txn) == kNoTime) continue;
    starts.push_back(history.start(txn));
    ends.push_back(history.end(txn));
  }
  if (starts.empty()) return;
  double open_time = 0;
  for (std::size_t i = 0; i < starts.size(); ++i)
    open_time += static_cast<double>(ends[i]) - static_cast<double>(starts[i]);
  std::ranges::sort(starts);
  std::ranges::sort(ends);
  result.first_start = starts.front();
  result.last_end = ends.back();
  std::size_t ended = 0;
  for (std::size_t started = 0; started < starts.size(); ++started) {
    while (ended < started && ends[ended] <= starts[started]) ++ended;
    result.max_concurrent = std::max(result.max_concurrent, started + 1 - ended);
  }
  const double span = static_cast<double>(result.last_end) - static_cast<double>(result.first_start);
  if (span > 0) result.mean_concurrent = open_time / span;
}

}  // namespace

HistoryStatistics statistics_of(const History& history) {
  HistoryStatistics result;
  result.transactions = history.transaction_count();
  result.sessions = history.session_count();
  result.operations = history.operation_count();
  result.keys = history.key_count();
  result.values = history.value_count() - 1;
  result.has_times = history.has_times();
  for (const TxnId txn : history.transactions()) count_transaction(history, txn, result);
  count_skew(history, result);
  count_concurrency(history, result);
  return result;
}

}  // namespace isolde
