// Schedules: the begins and commits of transactions in the order in which a database ran them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.hpp"

namespace isolde {

enum class EventKind : std::uint8_t { kBegin, kCommit };

struct Event {
  TxnId txn;
  EventKind kind = EventKind::kCommit;

  bool operator==(const Event&) const = default;
};

// Events in the order they happened. A transaction whose begin is not listed begins right before its commit,
// so a serial order is a schedule of commits.
using Schedule = std::vector<Event>;

}  // namespace isolde
