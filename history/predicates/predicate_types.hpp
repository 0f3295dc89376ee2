// Checks that predicates make sense for the rows of a history: a column that no row has, or a comparison of
// types that cannot be compared, is a mistake in the history and would silently match nothing.
//
// Types are what the rows show: a column (or `key`, or `value`) that only ever holds numbers is a number. One
// that holds several types, or nothing but null, may be compared with anything. A history without any version
// says nothing about its table, which may just be empty: there every column may be meant. One whose versions
// are all plain values has no columns but `key` and `value`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "history/history.hpp"

namespace isolde {

class ColumnTypes {
 public:
  enum class Type : std::uint8_t { kAny, kNumber, kText, kBoolean };

  // What the rows and keys of `history` show. Cost: linear in its distinct values.
  explicit ColumnTypes(const History& history);

  [[nodiscard]] Type key() const { return type_of(key_); }
  // Of a column's name; `value` is that of versions that are no rows, too.
  [[nodiscard]] Type column(std::string_view name) const;
  [[nodiscard]] Type value() const;
  // Some row has it, or there are no versions at all.
  [[nodiscard]] bool is_known(std::string_view column) const;

 private:
  using Seen = std::uint8_t;  // a set of types
  [[nodiscard]] static Type type_of(Seen seen);
  [[nodiscard]] Seen seen_in(std::string_view column) const;

  const History& history_;
  std::vector<Seen> columns_;  // by column
  Seen key_ = 0;
  Seen scalar_ = 0;
  bool has_rows_ = false;
  bool is_empty_ = false;  // nothing was ever written or seen
};

// The error has no place; its message says what is wrong at which character of the text. Requires a text that
// Predicate::parse takes.
[[nodiscard]] Result<void> check_predicate_types(std::string_view text, const ColumnTypes& types);

// All predicates of the history; the errors name transactions with bad ones. Predicates that differ in their
// numbers only are checked once.
[[nodiscard]] Result<void> check_predicate_types(const History& history);

}  // namespace isolde
