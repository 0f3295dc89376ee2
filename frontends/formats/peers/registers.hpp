// What the two formats of numbered registers (DBCop, Plume) can hold, asked before the first byte is written.
//
// They know reads and writes of non-negative integers, 0 being the initial value, in transactions that
// committed or aborted. Times and names of sessions have no place in them and are left out; anything else
// that would be lost is refused with the first obstacle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/files/output_file.hpp"
#include "base/result.hpp"
#include "history/history.hpp"

namespace isolde {

// O(operations). `format` is how the sentence calls the format: "DBCop bincode".
[[nodiscard]] Result<void> check_holds_registers(const History& history, std::string_view format);

// Requires the check. The number that stands for the value in such a file.
[[nodiscard]] inline std::int64_t register_value(const History& history, ValueId value) {
  return value == kInitial ? 0 : history.values().integer(value.value);
}

// The obstacle every format but the native one has: orders it cannot spell.
[[nodiscard]] Result<void> check_no_orders(const History& history, std::string_view format);
// Likewise where the initial value is 0 by definition.
[[nodiscard]] Result<void> check_no_initial_values(const History& history, std::string_view format);

// Writes a history of registers to a file or a text. put(buffer, history, flush) appends all of it and calls
// flush() now and then.
template <class Put>
[[nodiscard]] Result<void> write_registers(const History& history, const std::string& path,
                                           std::string_view format, Put&& put) {
  if (auto fits = check_holds_registers(history, format); !fits) return fits;
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return tl::unexpected(file.error());
  put(file->buffer(), history, [&] { file->flush_if_full(); });
  return file->close();
}
template <class Put>
[[nodiscard]] Result<std::string> registers_text(const History& history, std::string_view format, Put&& put) {
  if (const auto fits = check_holds_registers(history, format); !fits) return tl::unexpected(fits.error());
  fmt::memory_buffer out;
  put(out, history, [] {});
  return fmt::to_string(out);
}

// What an error calls an operation: "a predicate read".
[[nodiscard]] std::string_view phrase_for(OpKind kind);

}  // namespace isolde
