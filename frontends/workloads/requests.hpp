// Fills a request that is reused: every member that counts for its kind is set, and nothing is allocated
// unless a row is wider than any before it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "frontends/engine/request.hpp"

namespace isolde::workloads {

using engine::Cells;
using engine::Key;
using engine::Range;
using engine::Reply;
using engine::Request;

inline void fill_read(Request& request, Key key) {
  request.kind = OpKind::kRead;
  request.key = key;
  request.cells.clear();
}

inline void fill_delete(Request& request, Key key) {
  request.kind = OpKind::kDelete;
  request.key = key;
  request.cells.clear();
}

// kind: kWrite, kInsert or kAppend. Cells go in together, since g++ 12 at -O2 takes the growth of a small
// vector for an overflow.
inline void fill_row(Request& request, OpKind kind, Key key, std::span<const std::int64_t> cells) {
  request.kind = kind;
  request.key = key;
  request.cells.assign(cells.begin(), cells.end());
}

template <class... Cell>
void fill_write(Request& request, OpKind kind, Key key, Cell... cells) {
  const std::array row = {static_cast<std::int64_t>(cells)...};
  fill_row(request, kind, key, row);
}

inline void fill_predicate_read(Request& request, const Range& range) {
  request.kind = OpKind::kPredicateRead;
  request.range = range;
  request.cells.clear();
}

// `functions`: a bit per AggregateFunction, at least one.
inline void fill_aggregate(Request& request, const Range& range, std::uint32_t column,
                           std::uint32_t functions) {
  request.kind = OpKind::kAggregate;
  request.range = range;
  request.set_column = column;
  request.functions = functions;
  request.cells.clear();
}

// The first row changed gets `first` in `column`, the next one more, and so on.
inline void fill_predicate_write(Request& request, const Range& range, std::uint32_t column,
                                 std::int64_t first) {
  request.kind = OpKind::kPredicateWrite;
  request.range = range;
  request.set_column = column;
  request.deletes = false;
  request.cells.assign(&first, &first + 1);
}

}  // namespace isolde::workloads
