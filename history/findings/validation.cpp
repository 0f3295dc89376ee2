#include "history/findings/validation.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "history/anomaly.hpp"
#include "history/findings/computed_keys.hpp"
#include "history/findings/counter_findings.hpp"
#include "history/findings/list_findings.hpp"
#include "history/findings/own_writes.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

constexpr std::array<std::string_view, 11> kNames = {"G1a",
                                                     "G1b",
                                                     "garbage-read",
                                                     "future-read",
                                                     "internal",
                                                     "predicate-mismatch",
                                                     "repeated-key",
                                                     "duplicate-elements",
                                                     "dirty-update",
                                                     "incompatible-order",
                                                     "duplicate-write"};

constexpr std::array<AnomalyKind, kNames.size()> kAnomalyKinds = {
    AnomalyKind::kG1a,           AnomalyKind::kG1b,
    AnomalyKind::kGarbageRead,   AnomalyKind::kFutureRead,
    AnomalyKind::kInternal,      AnomalyKind::kPredicateMismatch,
    AnomalyKind::kRepeatedKey,   AnomalyKind::kDuplicateElements,
    AnomalyKind::kDirtyUpdate,   AnomalyKind::kIncompatibleOrder,
    AnomalyKind::kDuplicateWrite};

bool may_commit(const History& history, TxnId txn) { return history.status(txn) != TxnStatus::kAborted; }

// Why no execution can show `value` of `key` to a transaction that has not written the key itself.
class ExternalReads {
 public:
  ExternalReads(const History& history, const WriterIndex& writers)
      : history_(history),
        writers_(writers),
        is_computed_(computed_keys(history)),
        grows_(history.key_count()) {
    for (std::size_t i = 0; i < history.operation_count(); ++i) {
      const OpKind kind = history.kind(OpId(i));
      if (kind == OpKind::kAppend || kind == OpKind::kAdd) grows_[history.key(OpId(i)).index()] = true;
    }
  }

  // Whether the value is no list although the key is only appended to or added to.
  [[nodiscard]] bool is_no_version(KeyId key, ValueId value) const {
    return grows_[key.index()] && !is_computed(key) && !is_list(history_, value) && value != kInitial &&
           value != history_.initial_value(key);
  }

  // Whether it is the initial version, or an element of it.
  [[nodiscard]] bool is_initial(KeyId key, ValueId part) const {
    const ValueId initial = history_.initial_value(key);
    if (initial == part) return true;
    if (!is_list(history_, initial)) return false;
    const auto elements = history_.values().elements(initial.value);
    return std::ranges::find(elements, part.value) != elements.end();
  }

  [[nodiscard]] bool is_computed(KeyId key) const { return is_computed_[key.index()]; }

  // The one transaction that must have committed for the read to be possible, if there is just one.
  [[nodiscard]] TxnId only_writer(TxnId reader, KeyId key, ValueId value) const {
    if (is_initial(key, value) || is_computed(key)) return {};
    TxnId only;
    for (const Write& write : writers_.find(key, value)) {
      if (write.txn == reader || !may_commit(history_, write.txn)) continue;
      if (only.is_valid() && only != write.txn) return {};
      only = write.txn;
    }
    return only;
  }

  // An element in the middle of a list may be an intermediate append of any transaction; only the last
  // element shows whether its writer was done. A set has no last element.
  [[nodiscard]] std::optional<Finding> blame(TxnId reader, OpId op, KeyId key, ValueId value,
                                             bool is_last) const {
    if (is_initial(key, value) || is_computed(key)) return std::nullopt;
    Finding finding{FindingKind::kGarbageRead, reader, op, key, value, {}, {}};
    for (const Write& write : writers_.find(key, value)) {
      const bool is_own = write.txn == reader;
      const bool is_whole = write.is_final || !is_last || history_.kind(write.op) == OpKind::kAdd;
      if (!is_own && may_commit(history_, write.txn) && is_whole) return std::nullopt;
      const FindingKind kind = is_own                            ? FindingKind::kFutureRead
                               : may_commit(history_, write.txn) ? FindingKind::kIntermediateRead
                                                                 : FindingKind::kAbortedRead;
      // The reason that says most is taken: a writer that may commit before an aborted one before the reader
      // itself.
      if (rank(kind) > rank(finding.kind)) finding = {kind, reader, op, key, value, write.txn, {}};
    }
    return finding;
  }

 private:
  static int rank(FindingKind kind) {
    switch (kind) {
      case FindingKind::kIntermediateRead:
        return 3;
      case FindingKind::kAbortedRead:
        return 2;
      case FindingKind::kFutureRead:
        return 1;
      case FindingKind::kGarbageRead:
      case FindingKind::kInternal:
      case FindingKind::kPredicateMismatch:
      case FindingKind::kRepeatedKey:
      case FindingKind::kDuplicateElement:
      case FindingKind::kDirtyUpdate:
      case FindingKind::kIncompatibleOrder:
      case FindingKind::kDuplicateWrite:
        break;
    }
    return 0;
  }

  const History& history_;
  const WriterIndex& writers_;
  std::vector<bool> is_computed_;
  std::vector<bool> grows_;  // by key: some transaction appends or adds to it
};

class Validator {
 public:
  Validator(const History& history, const WriterIndex& writers)
      : history_(history), writers_(writers), external_(history, writers), own_(history) {}

  std::vector<Finding> run() {
    const std::vector<bool> counts = counting_transactions(history_, writers_);
    for (const TxnId txn : history_.transactions())
      if (counts[txn.index()]) check_transaction(txn);
    add_list_findings(history_, writers_, counts, findings_);
    add_counter_findings(history_, counts, findings_);
    note_repeated_values();
    return std::move(findings_);
  }

 private:
  void check_transaction(TxnId txn) {
    own_.begin(txn);
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (is_predicate(kind)) {
        check_rows(txn, op);
      } else if (kind == OpKind::kRead) {
        check_read(txn, op, history_.key(op), history_.value(op));
      } else if (kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement) {
        own_.update(op, history_.key(op), history_.value(op));
      } else {
        own_.write(op, history_.key(op), history_.value(op));
      }
    }
  }

  void check_read(TxnId txn, OpId op, KeyId key, ValueId value) {
    if (own_.wrote(key)) {
      if (const auto finding = own_.contradiction(op, key, value))
        findings_.push_back(*finding);
      else if (is_list(history_, value))
        check_elements_of_others(txn, op, key, value);
      return;
    }
    if (external_.is_no_version(key, value)) {
      findings_.push_back({FindingKind::kGarbageRead, txn, op, key, value, {}, {}});
      return;
    }
    std::size_t left = is_list(history_, value) ? history_.values().elements(value.value).size() : 1;
    for_each_part(history_, value, [&](ValueId part) {
      --left;
      if (const auto finding = external_.blame(txn, op, key, part, left == 0)) findings_.push_back(*finding);
    });
    own_.observe(op, key, value);
  }

  // Looks at what a read shows besides what the transaction appended or added itself.
  void check_elements_of_others(TxnId txn, OpId op, KeyId key, ValueId value) {
    for_each_part(history_, value, [&](ValueId part) {
      const auto finding = external_.blame(txn, op, key, part, false);
      const bool is_own =
          std::ranges::any_of(writers_.find(key, part), [&](const Write& write) { return write.txn == txn; });
      if (finding && !is_own) findings_.push_back(*finding);
    });
  }

  void check_rows(TxnId txn, OpId op) {
    const Predicate& predicate = history_.predicate(history_.predicate(op));
    const std::span<const RowSeen> rows = history_.rows(op);
    note_repeated_keys(txn, op, rows);
    for (const RowSeen& row : rows) {
      if (row.value == kInitial || !predicate.matches(history_.keys(), row.key, history_.values(), row.value))
        findings_.push_back({FindingKind::kPredicateMismatch, txn, op, row.key, row.value, {}, {}});
      check_read(txn, op, row.key, row.value);
    }
    if (history_.kind(op) != OpKind::kPredicateWrite) return;
    for (const RowSeen& row : history_.rows(op)) own_.write(op, row.key, row.after);
  }

  // Finds the second of two rows of one key.
  void note_repeated_keys(TxnId txn, OpId op, std::span<const RowSeen> rows) {
    if (rows.size() < 2) return;
    row_keys_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) row_keys_.emplace_back(rows[i].key, i);
    std::ranges::sort(row_keys_);
    for (std::size_t i = 1; i < row_keys_.size(); ++i) {
      const auto& [key, row] = row_keys_[i];
      if (row_keys_[i - 1].first == key)
        findings_.push_back({FindingKind::kRepeatedKey, txn, op, key, rows[row].value, {}, {}});
    }
  }

  // Finds values that two transactions wrote, both as a whole or both as an element.
  [[nodiscard]] bool leave_the_same(const Write& a, const Write& b) const {
    const auto grows = [&](const Write& write) {
      return history_.kind(write.op) == OpKind::kAppend || history_.kind(write.op) == OpKind::kAdd;
    };
    return grows(a) == grows(b);
  }

  void note_repeated_values() {
    writers_.for_each_version([&](ValueId value, std::span<const Write> writes) {
      if (writes.size() < 2 || value == kInitial) return;
      const Write* first = nullptr;
      for (const Write& write : writes) {
        if (!may_commit(history_, write.txn) || history_.kind(write.op) == OpKind::kIncrement) continue;
        if (first != nullptr && first->txn != write.txn && leave_the_same(*first, write)) {
          findings_.push_back(
              {FindingKind::kDuplicateWrite, write.txn, write.op, write.key, value, first->txn, {}});
          return;
        }
        first = &write;
      }
    });
  }

  const History& history_;
  const WriterIndex& writers_;
  ExternalReads external_;
  OwnWrites own_;
  std::vector<Finding> findings_;
  std::vector<std::pair<KeyId, std::size_t>> row_keys_;
};

}  // namespace

std::string_view name_of(FindingKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

AnomalyKind anomaly_of(FindingKind kind) { return kAnomalyKinds[static_cast<std::size_t>(kind)]; }

std::vector<bool> counting_transactions(const History& history, const WriterIndex& writers) {
  const ExternalReads external(history, writers);
  std::vector<bool> counts(history.transaction_count());
  std::vector<TxnId> todo;
  bool any_indeterminate = false;
  for (const TxnId txn : history.transactions()) {
    any_indeterminate |= history.status(txn) == TxnStatus::kIndeterminate;
    counts[txn.index()] = history.status(txn) == TxnStatus::kCommitted;
    if (counts[txn.index()]) todo.push_back(txn);
  }
  if (!any_indeterminate) return counts;

  KeyStamps written(history.key_count());
  while (!todo.empty()) {
    const TxnId txn = todo.back();
    todo.pop_back();
    for_each_external_read(history, txn, written, [&](OpId, KeyId key, ValueId value) {
      if (external.is_no_version(key, value)) return;
      for_each_part(history, value, [&](ValueId part) {
        const TxnId writer = external.only_writer(txn, key, part);
        if (!writer.is_valid() || counts[writer.index()]) return;
        counts[writer.index()] = true;
        todo.push_back(writer);
      });
    });
  }
  return counts;
}

std::vector<Finding> validate(const History& history, const WriterIndex& writers) {
  return Validator(history, writers).run();
}

}  // namespace isolde
