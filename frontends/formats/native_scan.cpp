#include "frontends/formats/native_scan.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "frontends/formats/native_cursor.hpp"

namespace isolde::native {
namespace {

bool scan_status(Cursor& cursor, TxnStatus& status) {
  if (cursor.eat("\"committed\""))
    status = TxnStatus::kCommitted;
  else if (cursor.eat("\"aborted\""))
    status = TxnStatus::kAborted;
  else if (cursor.eat("\"unknown\""))
    status = TxnStatus::kIndeterminate;
  else
    return false;
  return true;
}

bool scan_head(Cursor& cursor, ScannedTxn& txn) {
  txn.info = {};
  txn.session.kind = Scalar::Kind::kNull;
  if (!cursor.eat('{')) return false;
  if (cursor.eat_spaced("\"id\":") && !(cursor.natural(txn.info.id) && cursor.comma())) return false;
  if (cursor.eat_spaced("\"session\":") &&
      !(cursor.peek() != '-' && cursor.name(txn.session) && cursor.comma()))
    return false;
  if (cursor.eat_spaced("\"status\":") && !(scan_status(cursor, txn.info.status) && cursor.comma()))
    return false;
  if (cursor.eat_spaced("\"start\":") && !(cursor.natural(txn.info.start) && cursor.comma())) return false;
  if (cursor.eat_spaced("\"end\":") && !(cursor.natural(txn.info.end) && cursor.comma())) return false;
  return cursor.eat_spaced("\"ops\":") && cursor.eat('[');
}

// Reads and writes come in no order a processor could predict, so no branch depends on which it is.
bool scan_kind(Cursor& cursor, OpKind& kind) {
  if (!cursor.eat('"')) return false;
  const char letter = cursor.peek();
  const bool is_read = letter == 'r';
  const bool is_write = letter == 'w';
  if (is_read | is_write) {
    kind = static_cast<OpKind>(static_cast<int>(OpKind::kRead) + static_cast<int>(is_write));
    return cursor.eat(letter) && cursor.eat_spaced("\",");
  }
  if (cursor.eat_spaced("pr\","))
    kind = OpKind::kPredicateRead;
  else if (cursor.eat_spaced("pw\","))
    kind = OpKind::kPredicateWrite;
  else if (cursor.eat_spaced("insert\","))
    kind = OpKind::kInsert;
  else if (cursor.eat_spaced("delete\","))
    kind = OpKind::kDelete;
  else
    return false;
  return true;
}
static_assert(static_cast<int>(OpKind::kWrite) == static_cast<int>(OpKind::kRead) + 1);

bool scan_scalar(Cursor& cursor, Scalar& scalar) {
  if (cursor.eat("null")) {
    scalar.kind = Scalar::Kind::kNull;
    return true;
  }
  return cursor.name(scalar);
}

// A column that comes twice is for the full parser to complain about, and so are rows without any.
bool scan_columns(Cursor& cursor, ScannedTxn& txn, ScannedVersion& row) {
  constexpr std::size_t kMostColumns = 32;
  row.column_begin = static_cast<std::uint32_t>(txn.columns.size());
  if (!cursor.eat('{')) return false;
  do {
    ScannedColumn column;
    if (!cursor.eat('"') || !cursor.text(column.name) || !cursor.eat_spaced(":")) return false;
    if (!scan_scalar(cursor, column.value)) return false;
    for (std::size_t i = row.column_begin; i < txn.columns.size(); ++i)
      if (txn.columns[i].name.view() == column.name.view()) return false;
    txn.columns.push_back(column);
  } while (cursor.comma() && txn.columns.size() - row.column_begin < kMostColumns);
  row.column_end = static_cast<std::uint32_t>(txn.columns.size());
  return cursor.eat('}');
}

bool scan_version(Cursor& cursor, ScannedTxn& txn, ScannedVersion& version) {
  if (cursor.peek() == '{') return scan_columns(cursor, txn, version);
  return scan_scalar(cursor, version.scalar);
}

// "value" with a scalar, or "row" with columns.
bool scan_value_or_row(Cursor& cursor, ScannedTxn& txn, ScannedVersion& version) {
  if (cursor.eat_spaced("\"value\":")) return scan_scalar(cursor, version.scalar);
  return cursor.eat_spaced("\"row\":") && scan_columns(cursor, txn, version);
}

bool scan_row(Cursor& cursor, ScannedTxn& txn, OpKind kind, ScannedRow& row) {
  if (!cursor.eat_spaced("{\"key\":") || !cursor.name(row.key) || !cursor.comma()) return false;
  if (kind == OpKind::kPredicateRead) return scan_value_or_row(cursor, txn, row.seen) && cursor.eat('}');
  return cursor.eat_spaced("\"old\":") && scan_version(cursor, txn, row.seen) && cursor.comma() &&
         cursor.eat_spaced("\"new\":") && scan_version(cursor, txn, row.after) && cursor.eat('}');
}

bool scan_predicate(Cursor& cursor, ScannedTxn& txn, ScannedOp& op) {
  if (!cursor.eat_spaced("\"where\":") || !cursor.eat('"') || !cursor.text(op.key) || !cursor.comma())
    return false;
  if (!cursor.eat_spaced("\"rows\":") || !cursor.eat('[')) return false;
  op.row_begin = static_cast<std::uint32_t>(txn.rows.size());
  if (cursor.peek() != ']') {
    do {
      if (!scan_row(cursor, txn, op.kind, txn.rows.emplace_back())) return false;
    } while (cursor.comma());
  }
  op.row_end = static_cast<std::uint32_t>(txn.rows.size());
  return cursor.eat("]}");
}

bool scan_operation(Cursor& cursor, ScannedTxn& txn, ScannedOp& op) {
  if (!cursor.eat_spaced("{\"op\":") || !scan_kind(cursor, op.kind)) return false;
  if (is_predicate(op.kind)) return scan_predicate(cursor, txn, op);
  if (!cursor.eat_spaced("\"key\":") || !cursor.name(op.key)) return false;
  op.row_begin = op.row_end = 0;
  if (op.kind == OpKind::kDelete) {
    op.value.kind = Scalar::Kind::kNull;
    return cursor.eat('}');
  }
  if (!cursor.comma()) return false;
  if (cursor.eat_spaced("\"value\":")) return scan_scalar(cursor, op.value) && cursor.eat('}');
  if (!cursor.eat_spaced("\"row\":")) return false;
  op.row_begin = static_cast<std::uint32_t>(txn.rows.size());
  op.row_end = op.row_begin + 1;
  return scan_columns(cursor, txn, txn.rows.emplace_back().seen) && cursor.eat('}');
}

}  // namespace

bool scan_transaction(std::string_view line, ScannedTxn& txn) {
  Cursor cursor(line.data());
  txn.op_count = 0;
  txn.rows.clear();
  txn.columns.clear();
  if (!scan_head(cursor, txn)) return false;
  if (cursor.peek() != ']') {
    do {
      if (txn.op_count == txn.ops.size()) txn.ops.resize(2 * txn.op_count + 16);
      if (!scan_operation(cursor, txn, txn.ops[txn.op_count++])) return false;
    } while (cursor.comma());
  }
  if (!cursor.eat("]}")) return false;
  while (cursor.peek() == '\r' || cursor.peek() == ' ') cursor.eat(cursor.peek());
  return cursor.at() == line.data() + line.size();
}

Result<void> ScanAdder::add(const ScannedTxn& txn) {
  TxnInfo info = txn.info;
  if (txn.session.kind == Scalar::Kind::kInteger) info.session = builder_.session(txn.session.number);
  if (txn.session.kind == Scalar::Kind::kText) info.session = builder_.session(txn.session.view());
  builder_.begin_transaction(info);
  for (const ScannedOp& op : std::span(txn.ops).first(txn.op_count)) {
    if (is_predicate(op.kind)) {
      if (auto added = add_predicate(txn, op); !added) return added;
      continue;
    }
    const KeyId of = key(op.key);
    builder_.add(op.kind, of,
                 op.row_begin == op.row_end ? value(op.value) : version(txn, txn.rows[op.row_begin].seen));
  }
  builder_.end_transaction();
  return {};
}

Result<void> ScanAdder::add_predicate(const ScannedTxn& txn, const ScannedOp& op) {
  const Result<PredicateId> predicate = builder_.predicate(op.key.view());
  if (!predicate) return tl::unexpected(predicate.error());
  rows_.clear();
  for (const ScannedRow& row : std::span(txn.rows).subspan(op.row_begin, op.row_end - op.row_begin)) {
    RowSeen& seen = rows_.emplace_back();
    seen.key = key(row.key);
    seen.value = version(txn, row.seen);
    if (op.kind == OpKind::kPredicateWrite) seen.after = version(txn, row.after);
  }
  builder_.add_predicate(op.kind, *predicate, rows_);
  return {};
}

KeyId ScanAdder::key(const Scalar& key) {
  return key.kind == Scalar::Kind::kText ? builder_.key(key.view()) : builder_.key(key.number);
}

ValueId ScanAdder::value(const Scalar& value) {
  if (value.kind == Scalar::Kind::kInteger) return builder_.value(value.number);
  return value.kind == Scalar::Kind::kText ? builder_.value(value.view()) : kInitial;
}

ValueId ScanAdder::version(const ScannedTxn& txn, const ScannedVersion& version) {
  if (!version.is_row()) return value(version.scalar);
  pairs_.clear();
  bool is_sorted = true;
  for (std::uint32_t i = version.column_begin; i < version.column_end; ++i) {
    const std::uint32_t column = this->column(i - version.column_begin, txn.columns[i].name.view());
    is_sorted = is_sorted && (pairs_.empty() || pairs_[pairs_.size() - 2] < column);
    pairs_.push_back(column);
    pairs_.push_back(value(txn.columns[i].value).value);
  }
  if (!is_sorted) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted;
    for (std::size_t i = 0; i < pairs_.size(); i += 2) sorted.emplace_back(pairs_[i], pairs_[i + 1]);
    std::ranges::sort(sorted);
    pairs_.clear();
    for (const auto& [column, cell] : sorted) pairs_.insert(pairs_.end(), {column, cell});
  }
  return ValueId(builder_.values().intern_row(pairs_));
}

std::uint32_t ScanAdder::column(std::size_t place, std::string_view name) {
  Dictionary& columns = builder_.columns();
  if (place < last_columns_.size() && columns.text(last_columns_[place]) == name) return last_columns_[place];
  const std::uint32_t column = columns.intern_text(name);
  if (place >= last_columns_.size()) last_columns_.resize(place + 1, column);
  return last_columns_[place] = column;
}

}  // namespace isolde::native
