// The value of a counter as a number, where "nothing" is 0.
#pragma once

#include <cstdint>
#include <optional>

#include "history/history.hpp"

namespace isolde {

// None if no counter can hold the value.
[[nodiscard]] inline std::optional<std::int64_t> counter_value(const History& history, ValueId value) {
  if (value == kInitial) return 0;
  if (history.values().kind(value.value) != ValueKind::kInteger) return std::nullopt;
  return history.values().integer(value.value);
}

}  // namespace isolde
