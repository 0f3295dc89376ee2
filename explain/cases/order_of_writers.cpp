#include "explain/cases/order_of_writers.hpp"

#include <algorithm>
#include <utility>

namespace isolde {
namespace {

bool writes_key(const History& history, TxnId txn, KeyId key) {
  for (const OpId op : history.operations(txn)) {
    if (is_item_write(history.kind(op)) && history.key(op) == key) return true;
    if (history.kind(op) != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op))
      if (row.key == key) return true;
  }
  return false;
}

Dependency write_order(TxnId first, TxnId second, KeyId key) {
  Dependency ww;
  ww.from = first;
  ww.to = second;
  ww.kind = DependencyKind::kWw;
  ww.key = key;
  ww.reason = DependencyReason::kAssumed;
  return ww;
}

}  // namespace

Proof with_orders_of_writers(const History& history, Level level, Proof proof) {
  if (proof.size() != 1 || !info(level).first_committer_wins || proof[0].cycle.size() < 3) return proof;
  std::vector<Dependency> cycle = proof[0].cycle;
  if (std::ranges::any_of(cycle, [](const Dependency& edge) { return edge.from == edge.to; })) return proof;
  std::vector<Dependency*> replaceable;
  std::size_t others = 0;
  for (Dependency& edge : cycle) {
    if (edge.kind != DependencyKind::kRw) continue;
    if (writes_key(history, edge.from, edge.key))
      replaceable.push_back(&edge);
    else
      ++others;
  }
  if (others == 0 && !replaceable.empty()) {  // one stays
    replaceable.pop_back();
    others = 1;
  }
  if (others != 1) return proof;

  Proof result;
  for (Dependency* edge : replaceable) {
    const Dependency read = *edge;
    using Kind = Assumption::Kind;
    result.push_back(
        {{{Kind::kOrder, read.key, read.to, read.from}, {Kind::kOrder, read.key, read.from, read.to}}, {}});
    result.push_back({{}, {write_order(read.to, read.from, read.key), read}});
    *edge = write_order(read.from, read.to, read.key);
  }
  result.push_back({{}, std::move(cycle)});
  return result;
}

}  // namespace isolde
