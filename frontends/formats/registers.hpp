// What the two formats of numbered registers (DBCop, Plume) can hold, asked before the first byte is written.
//
// They know reads and writes of non-negative integers, 0 being the initial value, in transactions that
// committed or aborted. Times and names of sessions have no place in them and are left out; anything else
// that would be lost is refused with the first obstacle.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "history/history.hpp"

namespace isolde {

// O(operations). `format` is how the sentence calls the format: "DBCop bincode".
[[nodiscard]] Result<void> check_holds_registers(const History& history, std::string_view format);

// Requires the check. The number that stands for the value in such a file.
[[nodiscard]] inline std::int64_t register_value(const History& history, ValueId value) {
  return value == kInitial ? 0 : history.values().integer(value.value);
}

// The obstacles every format but the native one has: orders and initial values it cannot spell.
[[nodiscard]] Result<void> check_no_orders(const History& history, std::string_view format);

// What an error calls an operation: "a predicate read".
[[nodiscard]] std::string_view phrase_for(OpKind kind);

}  // namespace isolde
