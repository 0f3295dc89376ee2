// From "no" to "because": the transactions to blame for a rejection, a proof that they cannot be explained,
// and the cycle that names the anomaly.
#pragma once

#include <cstdint>

#include "certify/decision.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "solver/outcome.hpp"

namespace isolde {

struct ExplainOptions {
  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;  // nanoseconds
  Limits limits = {};
  bool certify = true;  // only a proof that the verifier takes counts
};

// By way of the suspects that a solver named; without any, small histories as a whole, and larger ones by way
// of the search's own core. Requires that the history violates options.level and passes validation. Takes no
// longer than options.limits.seconds, about, and no longer than 5 s or a twelfth of them; what cannot be
// explained by then has an anomaly without a cycle that says why, and names the suspects there are.
[[nodiscard]] Anomaly explain(const History& history, const WriterIndex& writers,
                              const ExplainOptions& options, const Reject& suspects);

// Whether what refuted something stronger than the level proves at once that the level is violated, too, and
// the verifier agrees. No is no answer.
[[nodiscard]] bool is_proved(const History& history, const WriterIndex& writers,
                             const ExplainOptions& options, const Reject& suspects);

// The level is violated, and nobody asked why.
[[nodiscard]] Anomaly unexplained(Level level);

}  // namespace isolde
