// A counter's value as a number: nothing is 0.
#pragma once

#include <cstdint>
#include <optional>

#include "history/history.hpp"

namespace isolde {

// None if no counter holds that.
[[nodiscard]] inline std::optional<std::int64_t> counter_value(const History& history, ValueId value) {
  if (value == kInitial) return 0;
  if (history.values().kind(value.value) != ValueKind::kInteger) return std::nullopt;
  return history.values().integer(value.value);
}

}  // namespace isolde
