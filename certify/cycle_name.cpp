#include "certify/cycle_name.hpp"

#include <algorithm>

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

// Some row was not returned, or not counted.
bool has_predicate(const std::vector<Dependency>& cycle) {
  return std::ranges::any_of(cycle, [](const Dependency& edge) {
    return edge.reason == DependencyReason::kRowMissing || edge.reason == DependencyReason::kRowGone ||
           edge.reason == DependencyReason::kAggregated;
  });
}

std::string name_with_one_rw(const std::vector<Dependency>& cycle, const History& history) {
  if (cycle.size() != 2) return "G-single";
  const auto rw = std::ranges::find(cycle, DependencyKind::kRw, &Dependency::kind);
  const bool is_one_key = uses_one_key(cycle);
  if (is_one_key && installs(history, rw->from, rw->key)) return "lost update";
  // Skewed is what was read, so somebody must have read it.
  if (count(cycle, DependencyKind::kWr) == 0) return "G-single";
  if (!is_one_key) return "read skew";
  if (has_predicate(cycle)) return "phantom";
  return read_count(history, rw->from, rw->key) > 1 ? "non-repeatable read" : "impossible read";
}

std::string name_with_rws(const std::vector<Dependency>& cycle, const History& history) {
  if (has_predicate(cycle) && has_adjacent_rw(cycle)) return "G2";
  if (cycle.size() == 2) {
    const bool is_lost = uses_one_key(cycle) && installs(history, cycle[0].from, cycle[0].key) &&
                         installs(history, cycle[1].from, cycle[1].key);
    return is_lost ? "lost update" : "write skew";
  }
  if (has_adjacent_rw(cycle)) return "G2-item";
  return cycle.size() == 4 && count(cycle, DependencyKind::kWr) == 2 ? "long fork" : "G-nonadjacent";
}

}  // namespace

std::string name_cycle(const History& history, const std::vector<Dependency>& cycle) {
  if (cycle[0].from == cycle[0].to)
    return cycle[0].op.is_valid() ? "impossible aggregate" : "impossible read";
  const std::size_t orders = count(cycle, DependencyKind::kSo) + count(cycle, DependencyKind::kRt);
  const std::size_t rws = count(cycle, DependencyKind::kRw);
  std::string name;
  if (orders == 0) {
    if (rws == 0) return count(cycle, DependencyKind::kWr) == 0 ? "G0" : "G1c";
    return rws == 1 ? name_with_one_rw(cycle, history) : name_with_rws(cycle, history);
  }
  if (rws == 0)
    name = count(cycle, DependencyKind::kWr) == 0 ? "G0" : "G1c";
  else
    name = rws == 1 ? "G-single" : has_adjacent_rw(cycle) ? "G2-item" : "G-nonadjacent";
  return name + (count(cycle, DependencyKind::kRt) != 0 ? "-realtime" : "-process");
}

}  // namespace isolde
