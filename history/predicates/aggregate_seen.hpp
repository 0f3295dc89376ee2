// What an aggregate over the rows that match a predicate showed: `select count(*), min(v1) ... where ...`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ids.hpp"

namespace isolde {

enum class AggregateFunction : std::uint8_t { kCount, kMin, kMax, kSum };
inline constexpr std::array kAggregateFunctions = {AggregateFunction::kCount, AggregateFunction::kMin,
                                                   AggregateFunction::kMax, AggregateFunction::kSum};
// By AggregateFunction, as in the native format.
inline constexpr std::array<std::string_view, 4> kAggregateNames = {"count", "min", "max", "sum"};

struct AggregateSeen {
  ColumnId column = {};  // of min, max and sum; invalid: only rows were counted
  // By function: what it gave. Invalid: was not asked for. kInitial: null, the minimum, maximum or sum of
  // nothing.
  std::array<ValueId, 4> results = {};

  [[nodiscard]] ValueId result(AggregateFunction function) const {
    return results[static_cast<std::size_t>(function)];
  }
  [[nodiscard]] bool has(AggregateFunction function) const { return result(function).is_valid(); }
};

}  // namespace isolde
