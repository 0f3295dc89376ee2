#include "frontends/engine/native_sink.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "frontends/engine/aggregate_reply.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/formats/native/native_spelling.hpp"

namespace isolde::engine {
namespace {

// How many values a line of initial values or of an order has at most. Chosen, not measured: far below the 64
// MiB that a reader accepts as one line.
constexpr std::size_t kLineValues = 1 << 14;

std::string quoted(std::string_view text) {
  fmt::memory_buffer out;
  native::append_quoted(out, text);
  return fmt::to_string(out);
}

}  // namespace

Result<NativeSink> NativeSink::create(const std::string& path) {
  Result<native::NativeOutput> output =
      native::NativeOutput::create(path.empty() ? "-" : path, native::NativeOutput::kFastLevel);
  if (!output) return tl::unexpected(std::move(output.error()));
  return NativeSink(std::move(*output));
}

void NativeSink::tables(std::span<const TableInfo> tables) {
  tables_.assign(tables.begin(), tables.end());
  spellings_.clear();
  for (const TableInfo& table : tables) {
    Spelling spelling{quoted(table.prefix), {}, table.kind};
    spelling.key.pop_back();
    std::vector<std::size_t> order(table.columns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::string_view(table.columns[i]); });
    for (const std::size_t cell : order)
      spelling.columns.push_back({',' + quoted(table.columns[cell]) + ':', cell});
    spellings_.push_back(std::move(spelling));
  }
  raw("{\"isolde\":1}\n");
}

void NativeSink::number(std::int64_t number) {
  const fmt::format_int text(number);
  output_.buffer().append(text.data(), text.data() + text.size());
}

void NativeSink::key(Key key) {
  raw(spellings_[key.table()].key);
  number(static_cast<std::int64_t>(key.number()));
  raw("\"");
}

void NativeSink::row(const Spelling& table, const Cells& cells) {
  bool first = true;
  for (const Spelling::Column& column : table.columns) {
    if (column.cell >= cells.size()) continue;
    if (std::exchange(first, false)) {
      raw("{");
      raw(std::string_view(column.before).substr(1));
    } else {
      raw(column.before);
    }
    number(cells[column.cell]);
  }
  raw("}");
}

void NativeSink::version(Key key, const Cells& cells) {
  const Spelling& table = spellings_[key.table()];
  if (cells.empty()) return raw("null");
  if (table.kind == TableKind::kRegister) return number(cells[0]);
  if (table.kind == TableKind::kRow) return row(table, cells);
  std::string_view before = "[";
  for (const std::int64_t cell : cells) {
    raw(std::exchange(before, ","));
    number(cell);
  }
  raw("]");
}

void NativeSink::version_field(Key key, const Cells& cells) {
  const bool is_row = spellings_[key.table()].kind == TableKind::kRow && !cells.empty();
  raw(is_row ? "\"row\":" : "\"value\":");
  version(key, cells);
}

void NativeSink::initial(Key at, const Cells& cells) {
  if (cells.empty()) return;
  raw(in_initial_line_ == 0 ? "{\"initial\":[{\"key\":" : ",{\"key\":");
  key(at);
  raw(",\"value\":");
  version(at, cells);
  raw("}");
  if (++in_initial_line_ == kLineValues) end_initial_line();
}

void NativeSink::end_initial_line() {
  if (std::exchange(in_initial_line_, 0) != 0) raw("]}\n");
  output_.flush_if_full();
}

void NativeSink::transaction(const RecordedTxn& txn) {
  if (in_initial_line_ != 0) end_initial_line();
  raw("{\"id\":");
  number(txn.id);
  if (txn.session != kNoSession) {
    raw(",\"session\":");
    number(txn.session);
  }
  raw(",\"status\":\"");
  raw(native::status_name(txn.status));
  raw("\"");
  if (txn.start != kNoTime) {
    raw(",\"start\":");
    number(txn.start);
  }
  if (txn.end != kNoTime) {
    raw(",\"end\":");
    number(txn.end);
  }
  raw(",\"ops\":[");
  for (std::size_t i = 0; i < txn.ops.size(); ++i) {
    if (i != 0) raw(",");
    operation(txn.ops[i]);
  }
  raw("]}\n");
  output_.flush_if_full();
}

void NativeSink::operation(const RecordedOp& op) {
  raw("{\"op\":\"");
  raw(native::op_name(op.request.kind));
  raw("\",");
  if (is_predicate(op.request.kind)) {
    predicate(op);
  } else {
    item(op);
  }
  raw("}");
}

void NativeSink::item(const RecordedOp& op) {
  const Request& request = op.request;
  raw("\"key\":");
  key(request.key);
  if (request.kind == OpKind::kDelete) return;
  raw(",");
  if (request.kind == OpKind::kRead) {
    static const Cells kAbsent;
    version_field(request.key, op.reply.found ? op.reply.cells : kAbsent);
  } else if (request.kind == OpKind::kAppend) {
    raw("\"value\":");
    number(request.cells[0]);
  } else {
    version_field(request.key, request.cells);
  }
}

void NativeSink::predicate(const RecordedOp& op) {
  raw("\"where\":");
  native::append_quoted(output_.buffer(), where(tables_, op.request.range));
  if (op.request.kind == OpKind::kAggregate) {
    aggregate(op);
  } else {
    raw(",\"rows\":[");
    rows(op.reply.rows, op.request.kind);
    raw("]");
  }
  if (!op.reply.versions) return;
  raw(",\"versions\":[");
  rows(*op.reply.versions, OpKind::kPredicateRead);
  raw("]");
}

void NativeSink::aggregate(const RecordedOp& op) {
  const TableInfo& table = tables_[op.request.range.table];
  if (asks_for_column(op.request)) {
    raw(",\"column\":");
    native::append_quoted(output_.buffer(),
                          table.kind == TableKind::kRow ? table.columns[op.request.set_column] : "value");
  }
  const AggregateResults results = aggregate_of(op.reply.rows, op.request.set_column);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!asks_for(op.request, kAggregateFunctions[i])) continue;
    raw(",\"");
    raw(kAggregateNames[i]);
    raw("\":");
    if (results[i])
      number(*results[i]);
    else
      raw("null");
  }
}

void NativeSink::rows(std::span<const RowReply> rows, OpKind kind) {
  std::string_view before = "{\"key\":";
  for (const RowReply& row : rows) {
    raw(std::exchange(before, ",{\"key\":"));
    key(row.key);
    raw(",");
    if (kind == OpKind::kPredicateRead) {
      version_field(row.key, row.before);
    } else {
      raw("\"old\":");
      version(row.key, row.before);
      raw(",\"new\":");
      version(row.key, row.deleted ? Cells() : row.after);
    }
    raw("}");
  }
}

void NativeSink::version_order(const VersionTruth& truth) {
  if (in_initial_line_ != 0) end_initial_line();
  raw("{\"version_order\":{\"key\":");
  key(truth.key);
  raw(",\"values\":[");
  for (std::size_t i = 0; i < truth.versions.size(); ++i) {
    if (i != 0) raw(",");
    version(truth.key, truth.versions[i]);
  }
  raw("]}}\n");
  output_.flush_if_full();
}

void NativeSink::serialization_order(std::span<const std::int64_t> ids) {
  if (in_initial_line_ != 0) end_initial_line();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    raw(i % kLineValues == 0 ? "{\"serialization_order\":[" : ",");
    number(ids[i]);
    if ((i + 1) % kLineValues != 0 && i + 1 != ids.size()) continue;
    raw("]}\n");
    output_.flush_if_full();
  }
}

Result<void> NativeSink::close() {
  if (in_initial_line_ != 0) end_initial_line();
  return output_.close();
}

}  // namespace isolde::engine
