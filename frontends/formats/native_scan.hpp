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

#include "frontends/formats/native_cursor.hpp"
#include "frontends/formats/spelled_rows.hpp"
#include "history/builder.hpp"
#include "history/history.hpp"

namespace isolde::native {

class LineScanner {
 public:
  explicit LineScanner(HistoryBuilder& builder) : builder_(builder) {}

  // True if all of `line` is the shape above; then its transaction was added. If not, the builder has no more
  // transactions than before. Names and values that it met by then it keeps: the full parser, or whoever
  // reads the line then, meets them in the same order, so ids do not depend on who read it. Requires the
  // padding of LineReader behind the line.
  [[nodiscard]] bool add(std::string_view line, std::uint64_t number);

 private:
  // The beginning of a column, `"name":`, as it was spelled in the row before at the same place.
  struct KnownColumn {
    std::uint64_t word = 0;
    std::uint64_t mask = 0;
    std::uint32_t length = 0;  // 0: too long for this
    std::uint32_t id = 0;
  };

  [[nodiscard]] bool scan_head(Cursor& cursor, TxnInfo& info);
  [[nodiscard]] bool scan_operations(Cursor& cursor);
  [[nodiscard]] bool scan_operation(Cursor& cursor);
  [[nodiscard]] bool scan_predicate(Cursor& cursor, OpKind kind);
  [[nodiscard]] bool scan_row_seen(Cursor& cursor, OpKind kind, RowSeen& row);
  [[nodiscard]] bool scan_key(Cursor& cursor, KeyId& key);
  [[nodiscard]] bool scan_value(Cursor& cursor, ValueId& value);
  [[nodiscard]] bool scan_value_or_row(Cursor& cursor, KeyId key, ValueId& value);
  [[nodiscard]] bool scan_version(Cursor& cursor, KeyId key, ValueId& value);
  [[nodiscard]] bool scan_row(Cursor& cursor, KeyId key, ValueId& value);
  [[nodiscard]] bool scan_columns(Cursor& cursor);
  [[nodiscard]] bool scan_column(Cursor& cursor, std::size_t place, std::uint32_t& column);
  [[nodiscard]] bool sort_columns();

  HistoryBuilder& builder_;
  SpelledRows spelled_;
  std::vector<KnownColumn> known_columns_;  // by place in the row
  std::vector<RowSeen> rows_;
  std::vector<std::uint32_t> pairs_;  // columns and values of the row at hand
};

}  // namespace isolde::native
