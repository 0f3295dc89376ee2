#include "report/story/telling.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/bounds.hpp"
#include "base/visible_text.hpp"
#include "history/spelling.hpp"
#include "report/story/cycle_steps.hpp"

namespace isolde {
namespace {

template <class Id>
void keep_each_once(std::vector<Id>& ids) {
  std::ranges::sort(ids);
  const auto rest = std::ranges::unique(ids);
  ids.erase(rest.begin(), rest.end());
}

}  // namespace

Telling::Telling(const History& history, const Anomaly& anomaly) : history_(history) {
  if (anomaly.finding) {
    keys_.push_back(anomaly.finding->key);
    ops_.push_back(anomaly.finding->op);
  }
  look_at(anomaly.cycle);
  for (const ProofStep& step : anomaly.proof) look_at(step.cycle);
  keep_each_once(keys_);
  keep_each_once(ops_);
  keep_each_once(askers_);
  keep_each_once(txns_);
  std::vector<TxnId> named;
  for (const TxnId txn : anomaly.transactions)
    if (std::ranges::binary_search(txns_, txn)) named.push_back(txn);
  const bool are_few = anomaly.transactions.size() <= bounds::kTransactions;
  txns_ = are_few || named.empty() ? anomaly.transactions : std::move(named);
}

void Telling::look_at(const std::vector<Dependency>& cycle) {
  for (const Dependency& edge : shortened(history_, cycle)) {
    txns_.push_back(edge.from);
    txns_.push_back(edge.to);
    if (edge.key.is_valid()) keys_.push_back(edge.key);
    if (edge.op.is_valid()) ops_.push_back(edge.op);
    const bool is_wr = edge.kind == DependencyKind::kWr;
    if (edge.reason == DependencyReason::kRowMissing || edge.reason == DependencyReason::kRowGone ||
        edge.reason == DependencyReason::kAggregated || edge.from == edge.to)
      askers_.push_back(is_wr ? edge.to : edge.from);
  }
}

bool Telling::is_telling(KeyId key) const { return std::ranges::binary_search(keys_, key); }

bool Telling::is_telling(TxnId txn, OpId op) const {
  if (std::ranges::binary_search(ops_, op)) return true;
  if (!is_predicate(history_.kind(op))) return is_telling(history_.key(op));
  if (std::ranges::binary_search(askers_, txn)) return true;
  return std::ranges::any_of(history_.rows(op), [&](const RowSeen& row) { return is_telling(row.key); });
}

// All of a short transaction; of a long one those that tell, or else the first ones.
std::vector<OpId> Telling::chosen(TxnId txn) const {
  std::vector<OpId> all;
  std::vector<OpId> telling;
  for (const OpId op : history_.operations(txn)) {
    all.push_back(op);
    if (all.size() > bounds::kOperations && telling.size() == bounds::kOperations) break;
    if (telling.size() < bounds::kOperations && is_telling(txn, op)) telling.push_back(op);
  }
  if (all.size() <= bounds::kOperations) return all;
  if (!telling.empty()) return telling;
  all.resize(bounds::kOperations);
  return all;
}

std::vector<std::string> Telling::operations(TxnId txn, std::size_t most_characters) const {
  std::vector<std::string> out;
  std::size_t characters = 0;
  for (const OpId op : chosen(txn)) {
    out.push_back(clipped(spell_operation(history_, op, Detail::kBounded, keys_), most_characters));
    characters += out.back().size();
    if (characters < bounds::kLineOfOperations) continue;
    if (out.size() > 1) out.pop_back();
    break;
  }
  const std::size_t left = history_.operations(txn).size() - out.size();
  if (left != 0) out.push_back(fmt::format("and {} more", left));
  return out;
}

}  // namespace isolde
