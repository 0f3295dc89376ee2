// What an aggregate over the rows of a reply shows, for the sinks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "frontends/engine/request.hpp"

namespace isolde::engine {

// One result per AggregateFunction; no value stands for null. Requires that every row has the column.
using AggregateResults = std::array<std::optional<std::int64_t>, kAggregateFunctions.size()>;

inline AggregateResults aggregate_of(std::span<const RowReply> rows, std::uint32_t column) {
  AggregateResults results;
  auto& [count, least, most, sum] = results;
  count = static_cast<std::int64_t>(rows.size());
  for (const RowReply& row : rows) {
    const std::int64_t cell = row.before[column];
    least = std::min(cell, least.value_or(cell));
    most = std::max(cell, most.value_or(cell));
    sum = cell + sum.value_or(0);
  }
  return results;
}

inline bool asks_for(const Request& request, AggregateFunction function) {
  return ((request.functions >> static_cast<unsigned>(function)) & 1U) != 0;
}

// Whether it looks at the column, that is, does more than count.
inline bool asks_for_column(const Request& request) {
  return (request.functions & ~(1U << static_cast<unsigned>(AggregateFunction::kCount))) != 0;
}

}  // namespace isolde::engine
