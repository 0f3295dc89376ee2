// From "no" to "because": the transactions to blame for a rejection, a proof that they cannot be explained,
// and the cycle that names the anomaly.
#pragma once

#include <vector>

#include "certify/decision.hpp"
#include "check/check.hpp"
#include "history/writers.hpp"
#include "solver/outcome.hpp"

namespace isolde {

// By way of the suspects that a solver named; without any, small histories as a whole, and larger ones by way
// of the search's own core. Requires that the history violates options.level and passes validation. Takes no
// longer than options.limits.seconds, about; what cannot be explained by then has an anomaly without a cycle.
[[nodiscard]] Anomaly explain(const History& history, const WriterIndex& writers, const CheckOptions& options,
                              const Reject& suspects);

// Whether what refuted something stronger than the level proves at once that the level is violated, too, and
// the verifier agrees. No is no answer.
[[nodiscard]] bool is_proved(const History& history, const WriterIndex& writers, const CheckOptions& options,
                             const Reject& suspects);

// The level is violated, and nobody asked why.
[[nodiscard]] Anomaly unexplained(Level level);

}  // namespace isolde
