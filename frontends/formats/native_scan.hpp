// The quick way through the native format: recognises the shapes that nearly every line of a large history
// has, a transaction of item reads and writes or of predicate operations with its fields in the order our
// writer uses,
//   {"id":1,"session":2,"status":"committed","start":3,"end":4,"ops":[{"op":"r","key":"k","value":5},
//     {"op":"pr","where":"v between 1 and 2","rows":[{"key":"k","row":{"v":1}},...]},...]}
// with any of the fields before "ops" left out, and at most one space after a colon or comma. Everything
// else, wrong input included, is left to the full parser (native_line.hpp): this one only ever says "not
// mine".
//
// It accepts a subset of what the full parser accepts, with the same result: strings without escapes and in
// ASCII, integers that fit. The differential test and the fuzz target hold the two against each other.
// Cost: about half the time of the full parser for such lines, interning included; see docs/benchmarks.md.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "history/builder.hpp"
#include "history/history.hpp"

namespace isolde::native {

// Null, an integer, or a text that points into the line.
struct Scalar {
  enum class Kind : std::uint8_t { kNull, kInteger, kText };

  const char* text = nullptr;
  std::int64_t number = 0;  // the integer, or the text's length
  Kind kind = Kind::kNull;

  [[nodiscard]] std::string_view view() const { return {text, static_cast<std::size_t>(number)}; }
};

// A scalar, or a row: then these columns of the transaction.
struct ScannedVersion {
  Scalar scalar;
  std::uint32_t column_begin = 0;
  std::uint32_t column_end = 0;

  [[nodiscard]] bool is_row() const { return column_begin != column_end; }
};

struct ScannedColumn {
  Scalar name;
  Scalar value;
};

struct ScannedRow {
  Scalar key;
  ScannedVersion seen;
  ScannedVersion after;  // of a predicate write
};

struct ScannedOp {
  OpKind kind;
  Scalar key;                   // of a predicate operation: its condition
  Scalar value;                 // unless it is a row, which is then the one from row_begin to row_end
  std::uint32_t row_begin = 0;  // into the transaction's rows
  std::uint32_t row_end = 0;
};

struct ScannedTxn {
  TxnInfo info;
  Scalar session;              // kNull: none
  std::vector<ScannedOp> ops;  // the first op_count; the rest is room from earlier lines
  std::size_t op_count = 0;
  std::vector<ScannedRow> rows;
  std::vector<ScannedColumn> columns;
};

// True if all of `line` is the shape above; then `txn` holds it. Requires the padding of LineReader behind
// it.
[[nodiscard]] bool scan_transaction(std::string_view line, ScannedTxn& txn);

// Adds what was scanned, with the same ids as the full parser would give.
class ScanAdder {
 public:
  explicit ScanAdder(HistoryBuilder& builder) : builder_(builder) {}

  // The error, of a condition that is none, has no place; the builder is of no use after it.
  [[nodiscard]] Result<void> add(const ScannedTxn& txn);

 private:
  [[nodiscard]] Result<void> add_predicate(const ScannedTxn& txn, const ScannedOp& op);
  [[nodiscard]] KeyId key(const Scalar& key);
  [[nodiscard]] ValueId value(const Scalar& value);
  [[nodiscard]] ValueId version(const ScannedTxn& txn, const ScannedVersion& version);
  [[nodiscard]] std::uint32_t column(std::size_t place, std::string_view name);

  HistoryBuilder& builder_;
  std::vector<RowSeen> rows_;
  std::vector<std::uint32_t> pairs_;
  std::vector<std::uint32_t> last_columns_;  // of rows before: most rows have the same
};

}  // namespace isolde::native
