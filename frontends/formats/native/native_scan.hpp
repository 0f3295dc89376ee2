// The quick way through the native format: recognises the shapes that nearly every line of a large history
// has, a transaction of item reads and writes or of predicate operations with its fields in the order our
// writer uses,
//   {"id":1,"session":2,"status":"committed","start":3,"end":4,"ops":[{"op":"r","key":"k","value":5},
//     {"op":"pr","where":"v between 1 and 2","rows":[{"key":"k","row":{"v":1}},...]},...]}
// with any of the fields before "ops" left out, and at most one space after a colon or comma; and the line of
// initial values, {"initial":[{"key":"k","value":5},...]}. Everything else, wrong input included, is left to
// the full parser (native_line.hpp): this one only ever says "not mine".
//
// It accepts a subset of what the full parser accepts, with the same result: strings without escapes and in
// ASCII, integers that fit. The differential test and the fuzz target hold the two against each other.
// Cost: about half the time of the full parser for such lines, interning included; see docs/benchmarks.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "frontends/formats/native/native_cursor.hpp"
#include "frontends/formats/native/recent_words.hpp"
#include "frontends/formats/native/spelled_rows.hpp"
#include "history/builder.hpp"
#include "history/history.hpp"

namespace isolde::native {

class LineScanner {
 public:
  explicit LineScanner(HistoryBuilder& builder) : builder_(builder) {}

  // True if all of `line` is a shape above; then what it says was added. If not, the builder has no more
  // transactions than before. Names, values and initial values that it met by then it keeps: the full parser,
  // or the parser that reads the line instead, meets them in the same order, so ids do not depend on which of
  // them read it. Requires the padding of LineReader behind the line.
  [[nodiscard]] bool add(std::string_view line, std::uint64_t number);

 private:
  // The beginning of a column, `{"name":` or `,"name":`, as it was spelled in the row before at the same
  // place.
  struct KnownColumn {
    std::array<std::uint64_t, 2> words = {};
    std::array<std::uint64_t, 2> masks = {};
    std::uint32_t length = 0;  // 0: too long for this
    std::uint32_t id = 0;

    [[nodiscard]] bool stands_at(const char* at) const {
      const std::uint64_t difference =
          ((load(at) & masks[0]) ^ words[0]) | ((load(at + 8) & masks[1]) ^ words[1]);
      return difference == 0 && length != 0;
    }
  };

  [[nodiscard]] bool scan_transaction(Cursor& cursor, std::uint64_t number, const char* end);
  [[nodiscard]] bool scan_initial_values(Cursor& cursor, const char* end);
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
  [[nodiscard]] bool scan_cell(Cursor& cursor, ValueId& value);
  [[nodiscard]] bool scan_column(Cursor& cursor, std::size_t place, std::uint32_t& column);
  void remember_column(std::size_t place, std::string_view spelling, std::uint32_t column);
  [[nodiscard]] bool sort_columns();

  HistoryBuilder& builder_;
  // As much as a processor's own cache has room for beside the rest.
  RecentWords<KeyId> key_names_{4096};
  RecentWords<ValueId> cells_{8192};  // natural numbers
  SpelledRows spelled_;
  std::vector<KnownColumn> known_columns_;  // by place in the row
  std::vector<RowSeen> rows_;
  std::vector<std::uint32_t> pairs_;  // columns and values of the row at hand
};

}  // namespace isolde::native
