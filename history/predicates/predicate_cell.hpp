// What a predicate computes with: a cell is a scalar or null, and null doubles as the truth value unknown, as
// in SQL. Private to the evaluator and to the code that looks for matches: the index, and the verifier.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "history/dictionary.hpp"
#include "history/predicates/predicate.hpp"

namespace isolde::predicate_cells {

// No default values: the stack of cells must cost nothing to set up.
struct Cell {
  enum class Kind : std::uint8_t { kNull, kInteger, kReal, kBoolean, kText };
  Kind kind;
  std::uint32_t length;  // kText
  union {
    std::int64_t integer;
    double real;
    bool boolean;
    const char* text;
  };
};

inline Cell null_cell() {
  Cell cell;
  cell.kind = Cell::Kind::kNull;
  cell.integer = 0;
  return cell;
}
inline Cell integer_cell(std::int64_t number) {
  Cell cell;
  cell.kind = Cell::Kind::kInteger;
  cell.integer = number;
  return cell;
}
// Infinities and NaN have no order and no arithmetic, so they become null.
inline Cell real_cell(double number) {
  if (!std::isfinite(number)) return null_cell();
  Cell cell;
  cell.kind = Cell::Kind::kReal;
  cell.real = number;
  return cell;
}
inline Cell text_cell(std::string_view text) {
  Cell cell;
  cell.kind = Cell::Kind::kText;
  cell.text = text.data();
  cell.length = static_cast<std::uint32_t>(text.size());
  return cell;
}
inline Cell truth_cell(Truth truth) {
  if (truth == Truth::kUnknown) return null_cell();
  Cell cell;
  cell.kind = Cell::Kind::kBoolean;
  cell.boolean = truth == Truth::kTrue;
  return cell;
}
inline Truth as_truth(bool is_true) { return is_true ? Truth::kTrue : Truth::kFalse; }
inline Truth truth_of(const Cell& cell) {
  return cell.kind == Cell::Kind::kBoolean ? as_truth(cell.boolean) : Truth::kUnknown;
}
inline Cell boolean_cell(bool is_true) { return truth_cell(as_truth(is_true)); }
inline std::string_view text_of(const Cell& cell) { return {cell.text, cell.length}; }
inline bool is_number(const Cell& cell) {
  return cell.kind == Cell::Kind::kInteger || cell.kind == Cell::Kind::kReal;
}
inline double as_real(const Cell& cell) {
  return cell.kind == Cell::Kind::kReal ? cell.real : static_cast<double>(cell.integer);
}

inline Truth both(Truth a, Truth b) { return a < b ? a : b; }
inline Truth either(Truth a, Truth b) { return a < b ? b : a; }
inline Truth negation(Truth a) { return a == Truth::kUnknown ? a : as_truth(a == Truth::kFalse); }

inline Cell load(const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kInteger:
      return integer_cell(dictionary.integer(id));
    case ValueKind::kReal:
      return real_cell(dictionary.real(id));
    case ValueKind::kBoolean:
      return boolean_cell(dictionary.boolean(id));
    case ValueKind::kText:
    case ValueKind::kKeyword:
      return text_cell(dictionary.text(id));
    case ValueKind::kNull:
    case ValueKind::kList:
    case ValueKind::kRow:
      break;
  }
  return null_cell();
}

inline std::strong_ordering reversed(std::strong_ordering order) {
  if (std::is_eq(order)) return order;
  return std::is_lt(order) ? std::strong_ordering::greater : std::strong_ordering::less;
}

// Exact: the integer is never rounded to a double. Beyond +-2^63 every double is on one side of all integers;
// inside, its integral part is exact and only its fraction is left to look at.
inline std::strong_ordering order_of(std::int64_t integer, double real) {
  constexpr double kTwo63 = 0x1.0p63;
  if (real >= kTwo63) return std::strong_ordering::less;
  if (real < -kTwo63) return std::strong_ordering::greater;
  const double whole = std::floor(real);
  const auto order = integer <=> static_cast<std::int64_t>(whole);
  return std::is_eq(order) && real > whole ? std::strong_ordering::less : order;
}

// No value if the cells cannot be compared.
inline std::optional<std::strong_ordering> order_of(const Cell& a, const Cell& b) {
  using Kind = Cell::Kind;
  if (a.kind == Kind::kInteger && b.kind == Kind::kReal) return order_of(a.integer, b.real);
  if (a.kind == Kind::kReal && b.kind == Kind::kInteger) return reversed(order_of(b.integer, a.real));
  if (a.kind != b.kind) return std::nullopt;
  switch (a.kind) {
    case Kind::kInteger:
      return a.integer <=> b.integer;
    case Kind::kReal:
      if (a.real == b.real) return std::strong_ordering::equal;
      return a.real < b.real ? std::strong_ordering::less : std::strong_ordering::greater;
    case Kind::kBoolean:
      return a.boolean <=> b.boolean;
    case Kind::kText:
      return text_of(a) <=> text_of(b);
    case Kind::kNull:
      break;
  }
  return std::nullopt;
}

inline Truth equal(const Cell& a, const Cell& b) {
  const auto order = order_of(a, b);
  return order ? as_truth(std::is_eq(*order)) : Truth::kUnknown;
}
inline Truth at_most(const Cell& a, const Cell& b) {
  const auto order = order_of(a, b);
  return order ? as_truth(std::is_lteq(*order)) : Truth::kUnknown;
}

}  // namespace isolde::predicate_cells
