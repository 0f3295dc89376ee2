// Where a predicate can be true, seen from one column at a time: for each column that it compares with
// literals, a few intervals outside of which it is not true. What cannot be told this way (arithmetic, two
// columns compared, alternatives on different columns) constrains nothing, so the intervals never leave a
// match out.
//
// The postfix program is run once on sets instead of values. Of every condition two regions are kept: where
// it can be true and where it can be false, because `not` exchanges them and unknown is in neither. A region
// is a product of interval sets, one per column; `and` intersects, `or` unites column by column.
//
// Cost: one step per instruction, each linear in the number of intervals, which is limited.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "history/predicates/predicate.hpp"
#include "history/predicates/predicate_cell.hpp"

namespace isolde {

// What a predicate can compare: a row's column, or one of the two pseudo-columns.
struct Subject {
  enum class Kind : std::uint8_t { kColumn, kKey, kValue };
  Kind kind = Kind::kColumn;
  std::uint32_t column = 0;  // kColumn, and kValue of rows

  auto operator<=>(const Subject&) const = default;

  // What a version holds there; null if it has no such column or the column is a list.
  [[nodiscard]] predicate_cells::Cell cell(const Dictionary& keys, KeyId key, const Dictionary& values,
                                           ValueId value) const;
};

// A gap in the line of all cells that are not null: booleans, then numbers, then texts, each in their order.
struct Cut {
  enum class At : std::uint8_t { kTypeBegin, kBefore, kAfter, kAfterPrefix, kTypeEnd };
  At place = At::kTypeBegin;
  predicate_cells::Cell cell;  // kTypeBegin, kTypeEnd: any of that type

  // Whether the cut lies below the cell, which is not null.
  [[nodiscard]] bool is_below(const predicate_cells::Cell& other) const;
};
[[nodiscard]] std::strong_ordering operator<=>(const Cut& a, const Cut& b);

// A total order of the cells that are not null; equal numbers are equal whatever their type.
[[nodiscard]] std::strong_ordering order_in_line(const predicate_cells::Cell& a,
                                                 const predicate_cells::Cell& b);

struct Interval {
  Cut low;
  Cut high;
};
using Intervals = std::vector<Interval>;  // ascending, disjoint, none empty

class PredicateRanges {
 public:
  struct Range {
    Subject subject;
    Intervals intervals;
  };

  // Texts in the intervals live as long as the predicate does.
  [[nodiscard]] static PredicateRanges of(const Predicate& predicate);

  // No version matches.
  [[nodiscard]] bool is_never() const { return is_never_; }
  // Each holds of every version that matches.
  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }
  // If all ranges hold of a version, it matches; so with a single range no version needs to be evaluated.
  [[nodiscard]] bool is_exact() const { return is_exact_; }

 private:
  bool is_never_ = false;
  bool is_exact_ = false;
  std::vector<Range> ranges_;
};

}  // namespace isolde
