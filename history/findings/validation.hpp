// Finds anomalies that need no graph: what one read says about the write that it names (docs/algorithms.md,
// "Validation").
//
// A finding of a violating kind means that no level of our table holds: the read could not have happened in
// any execution that respects snapshots and commits. Where a value was written several times a read is only
// blamed if none of its possible writers could have served it. Reads of aborted transactions are ignored;
// reads of an indeterminate transaction count once a counting transaction saw its writes for certain.
//
// Cost: linear in the history, plus O(log w) for a value written w times. What needs replaying to be seen
// (a predicate read that misses an own row) is left to the solvers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "history/history.hpp"
#include "history/writers.hpp"

namespace isolde {

enum class FindingKind : std::uint8_t {
  kAbortedRead,        // G1a: the only writers aborted
  kIntermediateRead,   // G1b: the writer overwrote it before committing
  kGarbageRead,        // no transaction wrote it
  kFutureRead,         // the transaction itself writes it, later
  kInternal,           // the transaction disagrees with its own earlier operations
  kPredicateMismatch,  // a returned row does not satisfy the predicate
  kRepeatedKey,        // one predicate operation returned the key twice
  kDuplicateElement,   // a list or set shows an element more often than anybody put it there
  kDirtyUpdate,        // a committed append follows an aborted one in a list
  kIncompatibleOrder,  // two reads of a list of which neither begins with the other; only where no update is
                       // lost, and not found by validate() but by incompatible_orders()
  kDuplicateWrite,     // a note: two transactions wrote the same value, so reads of it have several possible
                       // writers
};

// "G1a", "G1b", "garbage-read", ... as in --json.
[[nodiscard]] std::string_view name_of(FindingKind kind);
// Notes inform; everything else violates every level.
[[nodiscard]] inline bool is_violation(FindingKind kind) { return kind != FindingKind::kDuplicateWrite; }

struct Finding {
  FindingKind kind;
  TxnId txn;  // the reader, or the second writer
  OpId op;    // its operation
  KeyId key;
  ValueId value;  // what was read or written; for lists the element at fault
  TxnId other;    // the writer at fault, where there is one
  ValueId
      expected;  // kInternal: what the transaction itself had left there; invalid if only a suffix is known
};

[[nodiscard]] std::vector<Finding> validate(const History& history, const WriterIndex& writers);

// Transactions whose reads bind: the committed ones, and the indeterminate ones that those certainly saw.
[[nodiscard]] std::vector<bool> counting_transactions(const History& history, const WriterIndex& writers);

}  // namespace isolde
