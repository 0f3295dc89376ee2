// What a predicate confines: a column whose number must lie in a range wherever the predicate is true. The
// basis of finding matching versions through an index.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "history/predicate.hpp"

namespace isolde {

struct PredicateRange {
  bool is_value = false;     // the pseudo-column `value`: of a row, its column of that name
  std::uint32_t column = 0;  // ColumnId
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

// Nothing if no column is confined by comparisons with integers. An integer outside the range never matches,
// neither does null; of other values the range says nothing.
[[nodiscard]] std::optional<PredicateRange> necessary_range(const Predicate& predicate);

}  // namespace isolde
