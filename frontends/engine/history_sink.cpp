#include "frontends/engine/history_sink.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "frontends/engine/aggregate_reply.hpp"

namespace isolde::engine {

std::string spell(std::span<const TableInfo> tables, Key key) {
  return fmt::format("{}{}", tables[key.table()].prefix, key.number());
}

// A table's prefix is part of the condition, since a WHERE clause here speaks of all keys.
std::string where(std::span<const TableInfo> tables, const Range& range) {
  const TableInfo& table = tables[range.table];
  const std::string column = table.kind == TableKind::kRow ? table.columns[range.column] : "value";
  const std::string bounds = fmt::format("{} between {} and {}", column, range.low, range.high);
  return tables.size() == 1 ? bounds : fmt::format("key like '{}%' and {}", table.prefix, bounds);
}

void HistorySink::tables(std::span<const TableInfo> tables) {
  tables_.assign(tables.begin(), tables.end());
  builder_.begin_source("generated", PlaceUnit::kLine);
}

KeyId HistorySink::key(Key key) { return builder_.key(spell(tables_, key)); }

ValueId HistorySink::value(Key key, const Cells& cells) {
  const TableInfo& table = tables_[key.table()];
  if (cells.empty()) return kInitial;
  if (table.kind == TableKind::kRegister) return builder_.value(cells[0]);
  if (table.kind == TableKind::kRow) return row(table, cells);
  scratch_.clear();
  for (const std::int64_t cell : cells) scratch_.push_back(builder_.value(cell).value);
  return ValueId(builder_.values().intern_list(scratch_));
}

// Tables may share column names, so the columns of one need not ascend.
ValueId HistorySink::row(const TableInfo& table, const Cells& cells) {
  pairs_.clear();
  for (std::size_t i = 0; i < cells.size(); ++i)
    pairs_.emplace_back(builder_.columns().intern_text(table.columns[i]), builder_.value(cells[i]).value);
  std::ranges::sort(pairs_);
  scratch_.clear();
  for (const auto& [column, cell] : pairs_) scratch_.insert(scratch_.end(), {column, cell});
  return ValueId(builder_.values().intern_row(scratch_));
}

void HistorySink::initial(Key at, const Cells& cells) {
  builder_.set_initial_value(key(at), value(at, cells));
}

void HistorySink::transaction(const RecordedTxn& txn) {
  builder_.begin_transaction(
      {.id = txn.id,
       .session = txn.session == kNoSession ? SessionId() : builder_.session(txn.session),
       .status = txn.status,
       .start = txn.start,
       .end = txn.end,
       .position = builder_.transaction_count() + 1});
  for (const RecordedOp& op : txn.ops) add(op);
  builder_.end_transaction();
}

void HistorySink::add(const RecordedOp& op) {
  const Request& request = op.request;
  switch (request.kind) {
    case OpKind::kRead:
      return builder_.add(request.kind, key(request.key),
                          op.reply.found ? value(request.key, op.reply.cells) : kInitial);
    case OpKind::kDelete:
      return builder_.add(request.kind, key(request.key), kInitial);
    case OpKind::kAppend:
      return builder_.add(request.kind, key(request.key), builder_.value(request.cells[0]));
    case OpKind::kPredicateRead:
    case OpKind::kPredicateWrite:
    case OpKind::kAggregate:
      return add_predicate(op);
    case OpKind::kWrite:
    case OpKind::kInsert:
    case OpKind::kAdd:
    case OpKind::kIncrement:
      return builder_.add(request.kind, key(request.key), value(request.key, request.cells));
  }
}

void HistorySink::add_predicate(const RecordedOp& op) {
  const Result<PredicateId> predicate = builder_.predicate(where(tables_, op.request.range));
  ISOLDE_REQUIRE(predicate.has_value());
  rows_.clear();
  if (op.request.kind == OpKind::kAggregate) {
    builder_.add_aggregate(*predicate, aggregate(op));
  } else {
    add_rows(op, *predicate);
  }
  if (!op.reply.versions) return;
  rows_.clear();
  for (const RowReply& row : *op.reply.versions)
    rows_.push_back({key(row.key), value(row.key, row.before), {}});
  builder_.set_version_set(rows_);
}

AggregateSeen HistorySink::aggregate(const RecordedOp& op) {
  const Request& request = op.request;
  const AggregateResults results = aggregate_of(op.reply.rows, request.set_column);
  AggregateSeen seen;
  const TableInfo& table = tables_[request.range.table];
  if (asks_for_column(request))
    seen.column = ColumnId(builder_.columns().intern_text(
        table.kind == TableKind::kRow ? table.columns[request.set_column] : "value"));
  for (std::size_t i = 0; i < results.size(); ++i)
    if (asks_for(request, kAggregateFunctions[i]))
      seen.results[i] = results[i] ? builder_.value(*results[i]) : kInitial;
  return seen;
}

void HistorySink::add_rows(const RecordedOp& op, PredicateId predicate) {
  for (const RowReply& row : op.reply.rows) {
    ValueId after;
    if (op.request.kind == OpKind::kPredicateWrite)
      after = row.deleted ? kInitial : value(row.key, row.after);
    rows_.push_back({key(row.key), value(row.key, row.before), after});
  }
  builder_.add_predicate(op.request.kind, predicate, rows_);
}

void HistorySink::version_order(const VersionTruth& truth) {
  VersionOrder order{key(truth.key), {}};
  for (const Cells& version : truth.versions) order.values.push_back(value(truth.key, version));
  builder_.add_version_order(std::move(order));
}

void HistorySink::serialization_order(std::span<const std::int64_t> ids) {
  builder_.add_serialization_order(ids, {"generated", PlaceUnit::kNone, 0});
}

}  // namespace isolde::engine
