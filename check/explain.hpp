// From "no" to "because": the transactions to blame for a rejection, and the cycle they form where one is
// known.
#pragma once

#include "certify/decision.hpp"
#include "check/check.hpp"
#include "history/writers.hpp"

namespace isolde {

// Requires that the history violates options.level and passes validation.
[[nodiscard]] Anomaly explain(const History& history, const WriterIndex& writers,
                              const CheckOptions& options);

// The level is violated, and nobody asked why.
[[nodiscard]] Anomaly unexplained(Level level);

}  // namespace isolde
