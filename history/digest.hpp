// A number that tells histories apart: what was measured on one must not be taken for another.
#pragma once

#include <cstdint>

#include "history/history.hpp"

namespace isolde {

// Of everything that a verdict, or the way to it, may depend on: ids, sessions, times, operations with their
// keys, values and predicates, orders. Not of where it was read from. The same in every build; linear. It is
// no protection against somebody who wants two histories to look alike.
[[nodiscard]] std::uint64_t digest_of(const History& history);

}  // namespace isolde
