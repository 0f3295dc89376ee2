// Versions of one key whose order the history tells: by session order, real time or a given version order.
// Only neighbours are listed; all other told pairs follow from these by transitivity, so that their number
// stays linear (times the number of transactions that are open at once, for real time).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "encode/items/items.hpp"
#include "encode/lines.hpp"
#include "history/history.hpp"

namespace isolde {

struct ToldPair {
  Version first = kNone;
  Version second = kNone;
};

[[nodiscard]] std::vector<ToldPair> pairs_by_session(const Items& items, const Lines& lines);
[[nodiscard]] std::vector<ToldPair> pairs_by_time(const History& history, const Items& items,
                                                  std::int64_t clock_skew);
// By key as listed: the installed versions that a given version order names for certain, oldest first.
[[nodiscard]] std::vector<std::vector<Version>> listed_versions(const History& history, const Items& items,
                                                                std::span<const VersionOrder> orders);

}  // namespace isolde
