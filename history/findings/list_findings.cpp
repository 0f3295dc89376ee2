#include "history/findings/list_findings.hpp"

#include <algorithm>
#include <span>

#include "history/findings/computed_keys.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

enum class Growth : std::uint8_t { kNone, kList, kSet };

// By key: what it grows into, if it is nothing but appended to or added to.
std::vector<Growth> growths(const History& history) {
  std::vector<Growth> result(history.key_count(), Growth::kNone);
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    if (kind != OpKind::kAppend && kind != OpKind::kAdd) continue;
    Growth& growth = result[history.key(OpId(i)).index()];
    if (kind == OpKind::kAdd || growth == Growth::kNone)
      growth = kind == OpKind::kAdd ? Growth::kSet : Growth::kList;
  }
  const std::vector<bool> computed = computed_keys(history);
  for (std::size_t key = 0; key < result.size(); ++key)
    if (computed[key]) result[key] = Growth::kNone;
  return result;
}

// Calls visit(txn, op, key, value) for every list that a counting transaction read of such a key.
template <class Visit>
void for_each_list(const History& history, const std::vector<bool>& counts, const std::vector<Growth>& growth,
                   Visit&& visit) {
  const auto pass = [&](TxnId txn, OpId op, KeyId key, ValueId value) {
    if (growth[key.index()] != Growth::kNone && is_list(history, value)) visit(txn, op, key, value);
  };
  for (const TxnId txn : history.transactions()) {
    if (!counts[txn.index()]) continue;
    for (const OpId op : history.operations(txn)) {
      if (history.kind(op) == OpKind::kRead) pass(txn, op, history.key(op), history.value(op));
      if (!has_rows(history.kind(op))) continue;
      for (const RowSeen& row : history.rows(op)) pass(txn, op, row.key, row.value);
    }
  }
}

class ListReads {
 public:
  ListReads(const History& history, const WriterIndex& writers) : history_(history), writers_(writers) {}

  // Of one read.
  void check(TxnId txn, OpId op, KeyId key, Growth growth, std::span<const std::uint32_t> list,
             std::vector<Finding>& findings) {
    if (const ValueId element = duplicate(key, growth, list); element.is_valid())
      findings.push_back({FindingKind::kDuplicateElement, txn, op, key, element, {}, {}});
    if (growth != Growth::kList) return;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      const TxnId aborted = aborted_writer(key, ValueId(list[i]));
      if (!aborted.is_valid()) continue;
      const bool is_built_on = std::ranges::any_of(
          list.subspan(i + 1), [&](std::uint32_t later) { return is_committed(key, ValueId(later)); });
      if (!is_built_on) continue;
      findings.push_back({FindingKind::kDirtyUpdate, txn, op, key, ValueId(list[i]), aborted, {}});
      return;
    }
  }

 private:
  // Finds an element that is there more often than transactions may have put it there.
  [[nodiscard]] ValueId duplicate(KeyId key, Growth growth, std::span<const std::uint32_t> list) {
    sorted_.assign(list.begin(), list.end());
    std::ranges::sort(sorted_);
    for (std::size_t first = 0, last = 0; first < sorted_.size(); first = last) {
      while (last < sorted_.size() && sorted_[last] == sorted_[first]) ++last;
      if (last - first > 1 && last - first > most_often(key, growth, ValueId(sorted_[first])))
        return ValueId(sorted_[first]);
    }
    return {};
  }

  [[nodiscard]] std::size_t most_often(KeyId key, Growth growth, ValueId element) const {
    std::size_t times = 0;
    if (const ValueId initial = history_.initial_value(key); is_list(history_, initial))
      times = static_cast<std::size_t>(
          std::ranges::count(history_.values().elements(initial.value), element.value));
    if (growth == Growth::kSet) return std::max<std::size_t>(times, 1);
    for (const Write& write : writers_.find(key, element))
      times += history_.status(write.txn) != TxnStatus::kAborted ? 1 : 0;
    return times;
  }

  // Invalid if another transaction may have put the element there.
  [[nodiscard]] TxnId aborted_writer(KeyId key, ValueId element) const {
    if (const ValueId initial = history_.initial_value(key); is_list(history_, initial))
      if (std::ranges::count(history_.values().elements(initial.value), element.value) != 0) return {};
    TxnId aborted;
    for (const Write& write : writers_.find(key, element)) {
      if (history_.status(write.txn) != TxnStatus::kAborted) return {};
      aborted = write.txn;
    }
    return aborted;
  }

  [[nodiscard]] bool is_committed(KeyId key, ValueId element) const {
    return std::ranges::any_of(writers_.find(key, element), [&](const Write& write) {
      return history_.status(write.txn) == TxnStatus::kCommitted;
    });
  }

  const History& history_;
  const WriterIndex& writers_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace

void add_list_findings(const History& history, const WriterIndex& writers, const std::vector<bool>& counts,
                       std::vector<Finding>& findings) {
  const std::vector<Growth> growth = growths(history);
  if (std::ranges::all_of(growth, [](Growth each) { return each == Growth::kNone; })) return;
  ListReads reads(history, writers);
  for_each_list(history, counts, growth, [&](TxnId txn, OpId op, KeyId key, ValueId value) {
    reads.check(txn, op, key, growth[key.index()], history.values().elements(value.value), findings);
  });
}

std::vector<Finding> incompatible_orders(const History& history, const std::vector<bool>& counts) {
  struct Longest {
    std::span<const std::uint32_t> list;
    TxnId reader;
    bool is_blamed = false;
  };
  std::vector<Finding> findings;
  const std::vector<Growth> growth = growths(history);
  if (std::ranges::all_of(growth, [](Growth each) { return each == Growth::kNone; })) return findings;
  std::vector<Longest> longest(history.key_count());
  for_each_list(history, counts, growth, [&](TxnId txn, OpId op, KeyId key, ValueId value) {
    const std::span<const std::uint32_t> list = history.values().elements(value.value);
    Longest& best = longest[key.index()];
    if (growth[key.index()] != Growth::kList || best.is_blamed) return;
    const std::size_t common = std::min(list.size(), best.list.size());
    if (list.data() != best.list.data() && !std::ranges::equal(list.first(common), best.list.first(common))) {
      if (best.reader == txn) return;  // two reads of one transaction that disagree are an internal finding
      findings.push_back({FindingKind::kIncompatibleOrder, txn, op, key, value, best.reader, {}});
      best.is_blamed = true;
    } else if (list.size() > best.list.size()) {
      best = {list, txn, false};
    }
  });
  return findings;
}

}  // namespace isolde
