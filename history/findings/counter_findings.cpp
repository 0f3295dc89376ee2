#include "history/findings/counter_findings.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "history/findings/counter_values.hpp"
#include "history/findings/wide.hpp"

namespace isolde {
namespace {

// Findings per counter. Further ones are no news to a user, and naming the reason of each costs, at worst,
// the square of the counter's increments. Chosen, not measured.
constexpr std::size_t kMostOfOneCounter = 10;

// What one transaction added to a counter, one increment after the other.
struct Increments {
  TxnId txn;
  std::vector<Wide> sums;  // after each of them; the last one is what others may see
};

struct Counter {
  std::int64_t initial = 0;
  std::vector<Increments> all;  // by transaction, aborted ones included
  Wide down = 0;                // all totals below zero, of those that may commit
  Wide up = 0;
  Wide divisor = 0;  // the greatest common one of all these totals; 0 if all are 0

  void add_total(Wide total) {
    down += std::min<Wide>(total, 0);
    up += std::max<Wide>(total, 0);
    divisor = divide(divisor, total < 0 ? -total : total);
  }
  // Whether totals of transactions other than `own` may add up to it.
  [[nodiscard]] bool reaches(Wide difference, Wide own) const {
    const bool is_between =
        down - std::min<Wide>(own, 0) <= difference && difference <= up - std::max<Wide>(own, 0);
    return is_between && (divisor == 0 ? difference == 0 : difference % divisor == 0);
  }

 private:
  static Wide divide(Wide a, Wide b) {
    while (b != 0) a = std::exchange(b, a % b);
    return a;
  }
};

// The counters that are only incremented, by key.
std::map<KeyId, Counter> counters_of(const History& history) {
  std::map<KeyId, Counter> counters;
  for (std::size_t i = 0; i < history.operation_count(); ++i)
    if (history.kind(OpId(i)) == OpKind::kIncrement) counters.try_emplace(history.key(OpId(i)));
  if (counters.empty()) return counters;
  for (const TxnId txn : history.transactions()) {
    for (const OpId op : history.operations(txn)) {
      const OpKind kind = history.kind(op);
      if (kind == OpKind::kPredicateWrite)
        for (const RowSeen& row : history.rows(op)) counters.erase(row.key);
      if (is_item_write(kind) && kind != OpKind::kIncrement) counters.erase(history.key(op));
      if (kind != OpKind::kIncrement) continue;
      const auto counter = counters.find(history.key(op));
      if (counter == counters.end()) continue;
      std::vector<Increments>& all = counter->second.all;
      if (all.empty() || all.back().txn != txn) all.push_back({txn, {}});
      const Wide before = all.back().sums.empty() ? 0 : all.back().sums.back();
      all.back().sums.push_back(before + counter_value(history, history.value(op)).value_or(0));
    }
  }
  std::erase_if(counters, [&](const auto& entry) {
    return !counter_value(history, history.initial_value(entry.first));
  });
  for (auto& [key, counter] : counters) {
    counter.initial = *counter_value(history, history.initial_value(key));
    for (const Increments& each : counter.all)
      if (history.status(each.txn) != TxnStatus::kAborted) counter.add_total(each.sums.back());
  }
  return counters;
}

// One read, and how many increments of its own the transaction had made before it.
class CounterRead {
 public:
  CounterRead(const History& history, const Counter& counter, TxnId reader, std::size_t own_count)
      : history_(history), counter_(counter), reader_(reader), own_count_(own_count) {
    const auto own = std::ranges::lower_bound(counter.all, reader, {}, &Increments::txn);
    if (own != counter.all.end() && own->txn == reader) own_ = own->sums;
  }

  // `difference` is that between the value read and the initial one.
  [[nodiscard]] bool is_possible(Wide difference) const {
    return counter_.reaches(difference - own(own_count_), own(own_.size()));
  }

  struct Reason {
    FindingKind kind = FindingKind::kGarbageRead;
    TxnId other = {};
  };
  // Requires !is_possible(difference).
  [[nodiscard]] Reason reason(Wide difference) {
    others_ = without({});
    for (std::size_t fewer = 0; fewer < own_count_; ++fewer)
      if (fits(difference - own(fewer))) return {FindingKind::kInternal, {}};
    const Wide rest = difference - own(own_count_);
    for (const Increments& each : counter_.all)
      if (is_live_other(each) && shows_part(each, rest)) return {FindingKind::kIntermediateRead, each.txn};
    for (const Increments& each : counter_.all)
      if (history_.status(each.txn) == TxnStatus::kAborted &&
          std::ranges::any_of(each.sums, [&](Wide sum) { return fits(rest - sum); }))
        return {FindingKind::kAbortedRead, each.txn};
    for (std::size_t more = own_count_ + 1; more <= own_.size(); ++more)
      if (fits(difference - own(more))) return {FindingKind::kFutureRead, reader_};
    return {};
  }

 private:
  [[nodiscard]] Wide own(std::size_t count) const { return count == 0 ? 0 : own_[count - 1]; }
  [[nodiscard]] bool is_live_other(const Increments& each) const {
    return each.txn != reader_ && history_.status(each.txn) != TxnStatus::kAborted;
  }
  // What the other transactions may add, but for one of them.
  [[nodiscard]] Counter without(TxnId left_out) const {
    Counter others;
    for (const Increments& each : counter_.all)
      if (is_live_other(each) && each.txn != left_out) others.add_total(each.sums.back());
    return others;
  }
  [[nodiscard]] bool fits(Wide rest) const { return others_.reaches(rest, 0); }
  // With some of its increments, but not all.
  [[nodiscard]] bool shows_part(const Increments& each, Wide rest) const {
    if (each.sums.size() == 1) return false;
    const Counter others = without(each.txn);
    return std::any_of(each.sums.begin(), each.sums.end() - 1,
                       [&](Wide sum) { return others.reaches(rest - sum, 0); });
  }

  const History& history_;
  const Counter& counter_;
  const TxnId reader_;
  const std::size_t own_count_;
  std::vector<Wide> own_;
  Counter others_;  // what all of them may add
};

class CounterReads {
 public:
  CounterReads(const History& history, std::vector<Finding>& findings)
      : history_(history), counters_(counters_of(history)), findings_(findings) {
    for (const Finding& finding : findings)
      if (finding.kind == FindingKind::kInternal) internal_.emplace(finding.op, finding.key);
  }

  [[nodiscard]] bool has_counters() const { return !counters_.empty(); }

  void check(TxnId txn) {
    std::map<KeyId, std::size_t> own_counts;
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (kind == OpKind::kIncrement) ++own_counts[history_.key(op)];
      if (kind == OpKind::kRead) check_read(txn, op, history_.key(op), history_.value(op), own_counts);
      if (!has_rows(kind)) continue;
      for (const RowSeen& row : history_.rows(op)) check_read(txn, op, row.key, row.value, own_counts);
    }
  }

 private:
  void check_read(TxnId txn, OpId op, KeyId key, ValueId value,
                  const std::map<KeyId, std::size_t>& own_counts) {
    const auto found = counters_.find(key);
    if (found == counters_.end()) return;
    const auto own = own_counts.find(key);
    CounterRead read(history_, found->second, txn, own == own_counts.end() ? 0 : own->second);
    const std::optional<std::int64_t> shown = counter_value(history_, value);
    if (!shown) {
      findings_.push_back({FindingKind::kGarbageRead, txn, op, key, value, {}, {}});
      return;
    }
    const Wide difference = Wide{*shown} - found->second.initial;
    if (read.is_possible(difference) || internal_.contains({op, key})) return;
    if (++blamed_[key] > kMostOfOneCounter) return;
    const auto [kind, other] = read.reason(difference);
    findings_.push_back({kind, txn, op, key, value, other, {}});
  }

  const History& history_;
  const std::map<KeyId, Counter> counters_;
  std::vector<Finding>& findings_;
  std::map<KeyId, std::size_t> blamed_;
  std::set<std::pair<OpId, KeyId>> internal_;  // that a transaction contradicts itself there is known already
};

}  // namespace

void add_counter_findings(const History& history, const std::vector<bool>& counts,
                          std::vector<Finding>& findings) {
  CounterReads reads(history, findings);
  if (!reads.has_counters()) return;
  for (const TxnId txn : history.transactions())
    if (counts[txn.index()]) reads.check(txn);
}

}  // namespace isolde
