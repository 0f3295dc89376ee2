#include "tests/explain/proof_checker.hpp"

#include <algorithm>
#include <vector>

#include "history/findings/validation.hpp"

namespace isolde {
namespace {

class Checker {
 public:
  Checker(const History& history, Level level, std::int64_t clock_skew, const Proof& proof)
      : history_(history),
        level_(info(level)),
        clock_skew_(clock_skew),
        proof_(proof),
        counts_(counting_transactions(history, WriterIndex(history))) {}

  std::string run() {
    std::string error = check_step();
    if (error.empty() && at_ != proof_.size()) error = "goes on after its end";
    return error;
  }

 private:
  std::string check_step() {
    if (at_ == proof_.size()) return "ends too early";
    const ProofStep& step = proof_[at_++];
    if (step.alternatives.empty()) return check_cycle(step.cycle);
    if (!step.cycle.empty()) return "a case with a cycle";
    if (step.alternatives.size() != 2) return "not two alternatives";
    const Assumption& one = step.alternatives[0];
    const Assumption& two = step.alternatives[1];
    if (one.kind != Assumption::Kind::kOrder || two.kind != one.kind || one.key != two.key ||
        one.first != two.second || one.second != two.first || one.first == one.second)
      return "no pair of orders";
    if (!installs(one.first, one.key) || !installs(one.second, one.key)) return "orders who does not install";
    for (const Assumption& each : step.alternatives) {
      assumed_.push_back(each);
      std::string error = check_step();
      assumed_.pop_back();
      if (!error.empty()) return error;
    }
    return "";
  }

  std::string check_cycle(const std::vector<Dependency>& cycle) {
    if (cycle.empty()) return "an empty cycle";
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const Dependency& next = cycle[(i + 1) % cycle.size()];
      if (cycle[i].from == cycle[i].to || cycle[i].to != next.from) return "no cycle";
      if (!counts_[cycle[i].from.index()] || !counts_[cycle[i].to.index()]) return "one that does not count";
      if (!follows(cycle[i]))
        return "a dependency that does not follow: " + std::string(name_of(cycle[i].kind));
      // rw leads to a commit and begins at a begin; so does the first half of it for ww at prefix
      // consistency.
      const bool to_commit =
          cycle[i].kind == DependencyKind::kRw ||
          (cycle[i].kind == DependencyKind::kWw && level_.level == Level::kPrefixConsistency);
      if (!level_.one_node && to_commit && next.kind == DependencyKind::kRw) return "steps back in time";
    }
    return "";
  }

  [[nodiscard]] bool installs(TxnId txn, KeyId key) const {
    if (!txn.is_valid() || !counts_[txn.index()]) return false;
    for (const OpId op : history_.operations(txn))
      if (is_item_write(history_.kind(op)) && history_.key(op) == key) return true;
    return false;
  }

  // Whether `reader` read, before writing the key itself, what `writer` left there; invalid: the initial
  // value.
  [[nodiscard]] bool reads_from(TxnId reader, KeyId key, TxnId writer) const {
    ValueId left = history_.initial_value(key);
    if (writer.is_valid())
      for (const OpId op : history_.operations(writer))
        if (is_item_write(history_.kind(op)) && history_.key(op) == key) left = history_.value(op);
    for (const OpId op : history_.operations(reader)) {
      if (history_.key(op) != key) continue;
      if (history_.kind(op) != OpKind::kRead) return false;
      if (history_.value(op) == left) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_assumed(KeyId key, TxnId first, TxnId second) const {
    const Assumption wanted{Assumption::Kind::kOrder, key, first, second};
    return std::ranges::find(assumed_, wanted) != assumed_.end();
  }

  // Assumed; or whoever installed the second version had read the first, or comes later by a given order.
  [[nodiscard]] bool is_older(KeyId key, TxnId first, TxnId second) const {
    if (is_assumed(key, first, second)) return true;
    if (!installs(first, key)) return false;
    Dependency order;
    order.from = first;
    order.to = second;
    for (const DependencyKind kind : {DependencyKind::kSo, DependencyKind::kRt}) {
      order.kind = kind;
      if (follows(order)) return true;
    }
    return reads_from(second, key, first);
  }

  [[nodiscard]] bool follows(const Dependency& edge) const {
    const bool from_committed = history_.status(edge.from) == TxnStatus::kCommitted;
    switch (edge.kind) {
      case DependencyKind::kWr:
        return installs(edge.from, edge.key) && reads_from(edge.to, edge.key, edge.from);
      case DependencyKind::kWw:
        return is_assumed(edge.key, edge.from, edge.to);
      case DependencyKind::kRw:
        if (!installs(edge.to, edge.key) || !reads_from(edge.from, edge.key, edge.witness)) return false;
        return !edge.witness.is_valid() || is_older(edge.key, edge.witness, edge.to);
      case DependencyKind::kSo:
        return level_.session_order && from_committed && history_.session(edge.from).is_valid() &&
               history_.session(edge.from) == history_.session(edge.to) && edge.from < edge.to;
      case DependencyKind::kRt: {
        const std::int64_t end = history_.end(edge.from);
        const std::int64_t start = history_.start(edge.to);
        const bool one_instant =
            history_.start(edge.from) == end && end == start && history_.end(edge.to) == start;
        return level_.real_time && from_committed && end != kNoTime && start != kNoTime &&
               end + clock_skew_ <= start && !one_instant;
      }
    }
    return false;
  }

  const History& history_;
  const LevelInfo& level_;
  const std::int64_t clock_skew_;
  const Proof& proof_;
  const std::vector<bool> counts_;
  std::size_t at_ = 0;
  std::vector<Assumption> assumed_;
};

}  // namespace

std::string proof_error(const History& history, Level level, std::int64_t clock_skew, const Proof& proof) {
  return Checker(history, level, clock_skew, proof).run();
}

}  // namespace isolde
