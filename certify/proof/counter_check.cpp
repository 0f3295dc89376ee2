#include "certify/proof/counter_check.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/sort_unique.hpp"

namespace isolde {

std::optional<CounterNumber> counter_number(const History& history, ValueId value) {
  if (value == kInitial) return 0;
  if (history.values().kind(value.value) != ValueKind::kInteger) return std::nullopt;
  return history.values().integer(value.value);
}

bool is_sum_refuted(const History& history, Facts& facts, TxnId reader, KeyId key,
                    const std::vector<TxnId>& seen, const std::vector<TxnId>& unseen) {
  const auto initial = counter_number(history, history.initial_value(key));
  if (facts.class_of(key) != Facts::KeyClass::kCounter || !initial) return false;
  CounterNumber certain = *initial;
  CounterNumber low = 0;
  CounterNumber high = 0;
  std::map<TxnId, CounterNumber> totals;
  for (const Facts::WriteOf& write : facts.writes(key))
    if (write.txn != reader && facts.may_commit(write.txn))
      totals[write.txn] += counter_number(history, write.value).value_or(0);
  for (const auto& [txn, total] : totals) {
    if (std::ranges::binary_search(seen, txn))
      certain += total;
    else if (!std::ranges::binary_search(unseen, txn))
      (total < 0 ? low : high) += total;
  }
  bool is_refuted = false;
  CounterNumber own = 0;
  const auto look_at = [&](ValueId value) {
    const auto shown = counter_number(history, value);
    is_refuted |= !shown || *shown < certain + own + low || *shown > certain + own + high;
  };
  for (const OpId op : history.operations(reader)) {
    const OpKind kind = history.kind(op);
    if (has_rows(kind))
      for (const RowSeen& row : history.rows(op))
        if (row.key == key) look_at(row.value);
    if (is_predicate(kind) || history.key(op) != key) continue;
    if (kind == OpKind::kRead) look_at(history.value(op));
    if (kind == OpKind::kIncrement) own += counter_number(history, history.value(op)).value_or(0);
  }
  return is_refuted;
}

CounterCheck::CounterCheck(const History& history, Facts& facts, const Finding& finding)
    : history_(history),
      facts_(facts),
      finding_(finding),
      own_(partial_sums(finding.txn)),
      initial_(counter_number(history, history.initial_value(finding.key))) {
  for (const OpId op : history.operations(finding.txn))
    if (op < finding.op && history.kind(op) == OpKind::kIncrement && history.key(op) == finding.key)
      ++own_count_;
  std::vector<TxnId> txns;
  for (const Facts::WriteOf& write : facts.writes(finding.key))
    if (write.txn != finding.txn && facts.may_commit(write.txn)) txns.push_back(write.txn);
  sort_unique(txns);
  for (const TxnId txn : txns) others_.push_back({txn, partial_sums(txn).back()});
}

std::vector<CounterNumber> CounterCheck::partial_sums(TxnId txn) const {
  std::vector<CounterNumber> sums{0};
  for (const OpId op : history_.operations(txn))
    if (history_.kind(op) == OpKind::kIncrement && history_.key(op) == finding_.key)
      sums.push_back(sums.back() + counter_number(history_, history_.value(op)).value_or(0));
  return sums;
}

bool CounterCheck::is_sum_of_others(CounterNumber rest, TxnId left_out) const {
  CounterNumber low = 0;
  CounterNumber high = 0;
  CounterNumber divisor = 0;
  for (const Total& each : others_) {
    if (each.txn == left_out) continue;
    (each.sum < 0 ? low : high) += each.sum;
    for (CounterNumber other = each.sum; other != 0;) divisor = std::exchange(other, divisor % other);
  }
  return low <= rest && rest <= high && (divisor == 0 || rest % divisor == 0);
}

bool CounterCheck::is_explained_by(const std::vector<CounterNumber>& sums, std::size_t first,
                                   std::size_t last, CounterNumber rest, TxnId left_out) const {
  for (std::size_t i = first; i < last; ++i)
    if (is_sum_of_others(rest - sums[i], left_out)) return true;
  return false;
}

bool CounterCheck::holds() const {
  const std::optional<CounterNumber> shown = counter_number(history_, finding_.value);
  if (!initial_) return false;
  if (!shown) return finding_.kind == FindingKind::kGarbageRead;
  const CounterNumber all = *shown - *initial_;
  const CounterNumber rest = all - own_[own_count_];
  if (is_sum_of_others(rest)) return false;
  const bool names_other = finding_.other.is_valid() && finding_.other.index() < history_.transaction_count();
  switch (finding_.kind) {
    case FindingKind::kInternal:
      return is_explained_by(own_, 0, own_count_, all);
    case FindingKind::kFutureRead:
      return is_explained_by(own_, own_count_ + 1, own_.size(), all);
    case FindingKind::kAbortedRead: {
      if (!names_other || facts_.may_commit(finding_.other)) return false;
      const std::vector<CounterNumber> sums = partial_sums(finding_.other);
      return is_explained_by(sums, 1, sums.size(), rest);
    }
    case FindingKind::kIntermediateRead: {
      if (!names_other || !facts_.may_commit(finding_.other) || finding_.other == finding_.txn) return false;
      const std::vector<CounterNumber> sums = partial_sums(finding_.other);
      return is_explained_by(sums, 1, sums.size() - 1, rest, finding_.other);
    }
    case FindingKind::kGarbageRead:
    case FindingKind::kPredicateMismatch:
    case FindingKind::kRepeatedKey:
    case FindingKind::kDuplicateElement:
    case FindingKind::kDirtyUpdate:
    case FindingKind::kIncompatibleOrder:
    case FindingKind::kDuplicateWrite:
      break;
  }
  return finding_.kind == FindingKind::kGarbageRead;
}

}  // namespace isolde
