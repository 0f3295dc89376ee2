// How the native writer spells keys, values and rows; and what it cannot spell. Internal to the native
// writers.
//
// Columns of a row are written in the order of their names, so that the text depends on the history alone and
// not on the order in which a reader met the columns.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/result.hpp"
#include "history/history.hpp"

namespace isolde::native {

// Refuses, naming the first obstacle, a history that the format cannot hold.
[[nodiscard]] Result<void> check_spellable(const History& history);

[[nodiscard]] std::string_view status_name(TxnStatus status);
[[nodiscard]] std::string_view op_name(OpKind kind);
// As a JSON string; the text must be UTF-8.
void append_quoted(fmt::memory_buffer& out, std::string_view text);

class Speller {
 public:
  // Both must outlive the speller.
  Speller(const History& history, fmt::memory_buffer& out);

  void raw(std::string_view text) { out_.append(text); }
  void number(std::int64_t number) { fmt::format_to(std::back_inserter(out_), "{}", number); }
  void quoted(std::string_view text) { append_quoted(out_, text); }
  // A scalar: integer, real, boolean, text, keyword (as ":name") or null.
  void scalar(const Dictionary& dictionary, std::uint32_t id);
  void key(KeyId key) { scalar(history_.keys(), key.value); }
  // Scalar, list or row.
  void version(ValueId value);
  // The field that holds it: "value":... or "row":...
  void version_field(ValueId value);

 private:
  void row(std::uint32_t id);

  const History& history_;
  fmt::memory_buffer& out_;
  std::vector<std::uint32_t> column_ranks_;  // by ColumnId: its place in the order of names
  std::vector<std::uint32_t> columns_by_rank_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cells_;  // (rank, value) of the row being written
};

}  // namespace isolde::native
