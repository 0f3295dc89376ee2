#include "certify/cycle_name.hpp"

#include <algorithm>

#include "history/anomaly.hpp"

namespace isolde {
namespace {

std::size_t count(const std::vector<Dependency>& cycle, DependencyKind kind) {
  return static_cast<std::size_t>(std::ranges::count(cycle, kind, &Dependency::kind));
}

bool has_adjacent_rw(const std::vector<Dependency>& cycle) {
  for (std::size_t i = 0; i < cycle.size(); ++i)
    if (cycle[i].kind == DependencyKind::kRw && cycle[(i + 1) % cycle.size()].kind == DependencyKind::kRw)
      return true;
  return false;
}

bool uses_one_key(const std::vector<Dependency>& cycle) {
  return std::ranges::all_of(cycle, [&](const Dependency& edge) { return edge.key == cycle[0].key; });
}

bool installs(const History& history, TxnId txn, KeyId key) {
  for (const OpId op : history.operations(txn)) {
    if (is_item_write(history.kind(op)) && history.key(op) == key) return true;
    if (history.kind(op) != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op))
      if (row.key == key) return true;
  }
  return false;
}

std::size_t read_count(const History& history, TxnId txn, KeyId key) {
  std::size_t reads = 0;
  for (const OpId op : history.operations(txn)) {
    if (history.kind(op) == OpKind::kRead && history.key(op) == key) ++reads;
    if (!is_predicate(history.kind(op))) continue;
    for (const RowSeen& row : history.rows(op))
      if (row.key == key) ++reads;
  }
  return reads;
}

// Whether a dependency of the cycle rests on a row that a predicate did not return, or did not count.
bool has_predicate(const std::vector<Dependency>& cycle) {
  return std::ranges::any_of(cycle, [](const Dependency& edge) {
    return edge.reason == DependencyReason::kRowMissing || edge.reason == DependencyReason::kRowGone ||
           edge.reason == DependencyReason::kAggregated;
  });
}

AnomalyKind name_with_one_rw(const std::vector<Dependency>& cycle, const History& history) {
  if (cycle.size() != 2) return AnomalyKind::kGSingle;
  const auto rw = std::ranges::find(cycle, DependencyKind::kRw, &Dependency::kind);
  const bool is_one_key = uses_one_key(cycle);
  if (is_one_key && installs(history, rw->from, rw->key)) return AnomalyKind::kLostUpdate;
  // Read skew is about two reads that do not fit together, so the cycle must have one.
  if (count(cycle, DependencyKind::kWr) == 0) return AnomalyKind::kGSingle;
  if (!is_one_key) return AnomalyKind::kReadSkew;
  if (has_predicate(cycle)) return AnomalyKind::kPhantom;
  return read_count(history, rw->from, rw->key) > 1 ? AnomalyKind::kNonRepeatableRead
                                                    : AnomalyKind::kImpossibleRead;
}

AnomalyKind name_with_rws(const std::vector<Dependency>& cycle, const History& history) {
  if (has_predicate(cycle) && has_adjacent_rw(cycle)) return AnomalyKind::kG2;
  if (cycle.size() == 2) {
    const bool is_lost = uses_one_key(cycle) && installs(history, cycle[0].from, cycle[0].key) &&
                         installs(history, cycle[1].from, cycle[1].key);
    return is_lost ? AnomalyKind::kLostUpdate : AnomalyKind::kWriteSkew;
  }
  if (has_adjacent_rw(cycle)) return AnomalyKind::kG2Item;
  return cycle.size() == 4 && count(cycle, DependencyKind::kWr) == 2 ? AnomalyKind::kLongFork
                                                                     : AnomalyKind::kGNonadjacent;
}

}  // namespace

std::string name_cycle(const History& history, const std::vector<Dependency>& cycle) {
  using enum AnomalyKind;
  if (cycle[0].from == cycle[0].to)
    return std::string(name_of(cycle[0].op.is_valid() ? kImpossibleAggregate : kImpossibleRead));
  const std::size_t rws = count(cycle, DependencyKind::kRw);
  const CycleOrder order = count(cycle, DependencyKind::kRt) != 0   ? CycleOrder::kRealTime
                           : count(cycle, DependencyKind::kSo) != 0 ? CycleOrder::kSession
                                                                    : CycleOrder::kOfNone;
  if (rws == 0) return name_of(count(cycle, DependencyKind::kWr) == 0 ? kG0 : kG1c, order);
  if (order == CycleOrder::kOfNone)
    return name_of(rws == 1 ? name_with_one_rw(cycle, history) : name_with_rws(cycle, history), order);
  return name_of(rws == 1 ? kGSingle : has_adjacent_rw(cycle) ? kG2Item : kGNonadjacent, order);
}

}  // namespace isolde
