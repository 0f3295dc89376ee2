// What the operations of a run amount to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "tests/frontends/workloads/serial_executor.hpp"

namespace isolde::workloads {

struct Statistics {
  double transactions = 0;
  double reads = 0;   // item and predicate
  double writes = 0;  // of all kinds
  double predicate_reads = 0;
  double predicate_writes = 0;
  double rows = 0;  // that predicates returned or changed
  double read_only = 0;
  double write_only = 0;
  double writes_back = 0;  // writes that follow a read of the same key
  std::uint64_t shortest = UINT64_MAX;
  std::uint64_t longest = 0;
  std::map<engine::Key, double> uses;  // of keys by item operations
  std::vector<std::int64_t> written;   // the last cell of every item write, every value of a predicate's
  std::map<engine::Key, std::uint32_t> keyed;  // item writes per key
};

inline bool is_read(const engine::RecordedOp& op) {
  return op.request.kind == OpKind::kRead || op.request.kind == OpKind::kPredicateRead ||
         op.request.kind == OpKind::kAggregate;
}

inline void count_write(const engine::RecordedOp& op, Statistics& all) {
  all.writes += 1;
  if (op.request.kind == OpKind::kPredicateWrite) {
    all.predicate_writes += 1;
    for (const engine::RowReply& row : op.reply.rows) all.written.push_back(row.after[op.request.set_column]);
  } else if (op.request.kind != OpKind::kDelete) {
    all.written.push_back(op.request.cells.back());
    ++all.keyed[op.request.key];
  }
}

inline Statistics statistics(const SerialExecutor& run) {
  Statistics all;
  for (const SerialExecutor::Txn& txn : run.txns()) {
    all.transactions += 1;
    all.shortest = std::min<std::uint64_t>(all.shortest, txn.ops.size());
    all.longest = std::max<std::uint64_t>(all.longest, txn.ops.size());
    double reads = 0;
    for (std::size_t i = 0; i < txn.ops.size(); ++i) {
      const engine::RecordedOp& op = txn.ops[i];
      const bool predicate =
          op.request.kind == OpKind::kPredicateRead || op.request.kind == OpKind::kPredicateWrite;
      if (predicate) all.rows += static_cast<double>(op.reply.rows.size());
      if (!predicate) all.uses[op.request.key] += 1;
      if (op.request.kind == OpKind::kPredicateRead) all.predicate_reads += 1;
      if (is_read(op)) {
        reads += 1;
        continue;
      }
      count_write(op, all);
      if (i > 0 && txn.ops[i - 1].request.kind == OpKind::kRead &&
          txn.ops[i - 1].request.key == op.request.key)
        all.writes_back += 1;
    }
    all.reads += reads;
    if (reads == static_cast<double>(txn.ops.size())) all.read_only += 1;
    if (reads == 0) all.write_only += 1;
  }
  return all;
}

}  // namespace isolde::workloads
