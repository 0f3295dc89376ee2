// What an aggregate may have found at a key: for every source that the transaction's touch of the key allows,
// and for every value that the source may hold, the row that it adds, if any. Which of them it was is for
// encode/choices/choices.hpp to choose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "encode/choices/key_values.hpp"
#include "encode/choices/source_views.hpp"
#include "encode/choices/touches.hpp"
#include "history/predicates/aggregate.hpp"

namespace isolde {

// An aggregate looked at a key: which touch, and after how many of its steps.
struct AggregateLook {
  OpId op;
  std::uint32_t touch;
  std::size_t steps;
};
// Those of the touches [begin, end), by operation.
[[nodiscard]] std::vector<AggregateLook> aggregate_looks(const Touches& touches, std::uint32_t begin,
                                                         std::uint32_t end);

struct AggregateFind {
  std::optional<AggregateRow> row;  // none: the key does not match
  Version source;
  ValueId value;
};
// By row. Values that contradict what the transaction did before it looked are left out.
[[nodiscard]] std::vector<AggregateFind> aggregate_finds(const AggregateLook& look, const Touches& touches,
                                                         KeyValues& values, SourceViews& views);

}  // namespace isolde
