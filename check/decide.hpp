// Which way decides a history: the ladder of ways, one below the other.
#pragma once

#include "check/ways.hpp"

namespace isolde {

// Requires that no finding is a violation.
[[nodiscard]] Solved solve(const History& history, const Validated& validated, const CheckOptions& options);

}  // namespace isolde
