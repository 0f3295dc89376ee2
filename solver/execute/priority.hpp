// Promising orders to execute in. They steer and decide nothing, so anything goes that tends to be near the
// truth.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "encode/items/items.hpp"
#include "encode/lines.hpp"
#include "history/history.hpp"

namespace isolde {

// By member; smaller goes first.
using Priorities = std::vector<std::uint32_t>;

enum class TimeGuess : std::uint8_t { kMiddle, kEnd };
// The middle of each transaction's interval, or its end; nothing if there are no times.
[[nodiscard]] std::optional<Priorities> priorities_by_time(const History& history, const Items& items,
                                                           TimeGuess guess);

// The numbers that the input gave to transactions, if they look like a clock: writers come before readers,
// and sessions ascend.
[[nodiscard]] std::optional<Priorities> priorities_by_id(const History& history, const Items& items,
                                                         const Lines& lines);

// Without any hint: the middle between the longest paths from the beginning and to the end, along lines and
// reads. Nothing if lines and reads form a cycle.
[[nodiscard]] std::optional<Priorities> priorities_by_depth(const Items& items, const Lines& lines);

// How well an order fits: how many readers come before what they read, or after somebody else has
// overwritten it.
[[nodiscard]] std::uint64_t parted_readers(const Items& items, const Priorities& priorities);

}  // namespace isolde
