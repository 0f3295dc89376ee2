// The language between a workload's client and the simulated engine: requests and replies, over numbered keys
// and integer cells. Names appear only when a history is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "history/history.hpp"

namespace isolde::engine {

// What a table's versions are. A register has one cell, a row one per column, a list one per element.
enum class TableKind : std::uint8_t { kRegister, kRow, kList };

struct TableInfo {
  std::string prefix;  // keys are spelled prefix + number: "k12", "stock:7"
  TableKind kind = TableKind::kRegister;
  std::vector<std::string> columns;  // of rows
};

// A key: the table in the upper 16 bits, the number within it in the lower 48.
struct Key {
  std::uint64_t packed = 0;

  Key() = default;
  Key(std::uint64_t table, std::uint64_t number) : packed(table << 48 | number) {}
  [[nodiscard]] std::uint64_t table() const { return packed >> 48; }
  [[nodiscard]] std::uint64_t number() const { return packed & ((std::uint64_t{1} << 48) - 1); }
  auto operator<=>(const Key&) const = default;
};

using Cells = boost::container::small_vector<std::int64_t, 4>;

// Rows of `table` whose `column` lies in [low, high].
struct Range {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// One operation that a client asks for. `kind` says which members count:
// clang-format off
//   kRead, kDelete   key
//   kWrite, kInsert  key, cells (all of them)
//   kAppend          key, cells[0]
//   kPredicateRead   range
//   kPredicateWrite  range, set_column, and cells[0] for the first row changed, cells[0]+1 for the next, ...;
//                    the client reserves room for them in its value space
//   kAggregate       range, set_column (the column that is aggregated), functions; the reply has the rows that
//                    were aggregated, though the client sees only the results
// clang-format on
struct Request {
  OpKind kind = OpKind::kRead;
  Key key;
  Cells cells;
  Range range;
  std::uint32_t set_column = 0;
  bool deletes = false;         // kPredicateWrite: remove the rows instead
  std::uint32_t functions = 0;  // kAggregate: a bit per AggregateFunction
};

struct RowReply {
  Key key;
  Cells before;
  Cells after;           // kPredicateWrite: what it became
  bool deleted = false;  // kPredicateWrite: it is gone
};

// What the client sees of one request.
struct Reply {
  bool found = false;  // kRead: the key is there (a list: not empty)
  Cells cells;         // kRead
  std::vector<RowReply> rows;
  // Not seen by the client: what the range was evaluated on, matching or not, if the truth is asked for.
  std::optional<std::vector<RowReply>> versions = {};
};

}  // namespace isolde::engine
