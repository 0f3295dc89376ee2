// From "no" to "because": the transactions to blame for a rejection, a proof that they cannot be explained,
// and the cycle that names the anomaly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "certify/decision.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "solver/outcome.hpp"

namespace isolde {

// What was done about proofs, for those who want to know that nothing is done twice.
struct ProofCounts {
  std::size_t found = 0;
  std::size_t verified = 0;  // how often the verifier was asked about a proof
};

struct ExplainOptions {
  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;  // nanoseconds
  Limits limits = {};
  bool certify = true;            // only a proof that the verifier takes counts
  ProofCounts* counts = nullptr;  // added to; null: nobody counts
};

// By way of the suspects that a solver named; without any, small histories as a whole, and larger ones by way
// of the search's own core. Requires that the history violates options.level and passes validation. Takes no
// longer than options.limits.seconds, about, and no longer than 5 s or a twelfth of them; what cannot be
// explained by then has an anomaly without a cycle that says why, and names the suspects there are.
[[nodiscard]] Anomaly explain(const History& history, const WriterIndex& writers,
                              const ExplainOptions& options, const Reject& suspects);

// The explanation, if what refuted something stronger than the level proves at once that the level is
// violated, too, and the verifier agrees, whether or not options.certify asks it: the verdict rests on this
// proof alone. Nothing is no answer.
[[nodiscard]] std::optional<Anomaly> prove_at_once(const History& history, const WriterIndex& writers,
                                                   const ExplainOptions& options, const Reject& suspects);

// The level is violated, and nobody asked why.
[[nodiscard]] Anomaly unexplained(Level level);

}  // namespace isolde
