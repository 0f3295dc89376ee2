// Computes count, min, max and sum over rows, and compares them with what a client saw.
//
// As in SQL: count counts rows; min, max and sum pass over rows whose column is null, and are null if no
// other row is left. A column is named as in predicates: `key` is the key, `value` a version that is no row.
// Numbers are compared and added exactly, however large the sum gets; only where a real is among them, sums
// count as equal within a relative 1e-9, since the order in which a database added is not known. A value that
// is no number is left out of sums. Values of different types are ordered booleans first, then numbers,
// then texts.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "history/history.hpp"

namespace isolde {

// All that matters about one row to what an aggregate showed. Rows that are equal here can stand in for each
// other.
struct AggregateRow {
  bool refutes = false;  // such a row cannot have been among those aggregated
  bool is_minimum = false;
  bool is_maximum = false;
  bool is_number = false;
  std::int64_t integer = 0;  // what it adds to the sum, if that is asked for
  double real = 0;

  auto operator<=>(const AggregateRow&) const = default;
};

// The aggregate over the rows so far.
struct AggregateTotal {
  __extension__ using Wide = __int128;

  std::int64_t count = 0;
  bool has_minimum = false;
  bool has_maximum = false;
  bool has_number = false;
  Wide integers = 0;
  double reals = 0;
  bool has_real = false;

  auto operator<=>(const AggregateTotal&) const = default;
};

class AggregateRule {
 public:
  // `history` must outlive this; `op` is an aggregate.
  AggregateRule(const History& history, OpId op);

  // The row `value` of `key`, which matches the predicate. `values` may be larger than the history's.
  [[nodiscard]] AggregateRow row(KeyId key, const Dictionary& values, ValueId value) const;
  // The total with one row more.
  [[nodiscard]] AggregateTotal with(AggregateTotal total, const AggregateRow& row) const;
  // Whether the total of all rows, none of which refutes, is what was shown.
  [[nodiscard]] bool is_met(const AggregateTotal& total) const;
  // Whether further rows can make the total what was shown; false if there are too many already.
  [[nodiscard]] bool may_be_met(const AggregateTotal& total) const;
  // The sum that was shown, if it was one and an integer.
  [[nodiscard]] std::optional<std::int64_t> integer_sum() const;

 private:
  enum class Source : std::uint8_t { kNothing, kColumn, kKey, kValue };

  [[nodiscard]] bool is_sum_met(const AggregateTotal& total) const;

  const History& history_;
  const AggregateSeen& seen_;
  Source source_ = Source::kNothing;
  bool is_empty_ = false;  // no row was counted
};

}  // namespace isolde
