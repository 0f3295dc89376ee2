// The quick way through the native format: recognises the one shape that nearly every line of a large history
// has, a transaction of item reads and writes with its fields in the order our writer uses,
//   {"id":1,"session":2,"status":"committed","start":3,"end":4,"ops":[{"op":"r","key":"k","value":5},...]}
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

struct ScannedOp {
  OpKind kind;
  Scalar key;
  Scalar value;
};

struct ScannedTxn {
  TxnInfo info;
  Scalar session;              // kNull: none
  std::vector<ScannedOp> ops;  // the first op_count; the rest is room from earlier lines
  std::size_t op_count = 0;
};

// True if all of `line` is the shape above; then `txn` holds it. Requires the padding of LineReader behind
// it.
[[nodiscard]] bool scan_transaction(std::string_view line, ScannedTxn& txn);

void add_transaction(const ScannedTxn& txn, HistoryBuilder& builder);

}  // namespace isolde::native
