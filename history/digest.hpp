// A checksum of a history, so that measurements of one history are not compared with those of another.
#pragma once

#include <cstdint>

#include "history/history.hpp"

namespace isolde {

// Covers everything that a verdict, or the way to it, may depend on: ids, sessions, times, operations with
// their keys, values and predicates, orders; not the place that the history was read from. The same in every
// build; linear. It does not withstand somebody who wants two histories to have the same one.
[[nodiscard]] std::uint64_t digest_of(const History& history);

}  // namespace isolde
