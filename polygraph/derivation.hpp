// What pruning derived, in order and with reasons short enough to note while it runs; and full explanations
// when a refutation needs them. Only then are paths searched, in the graph as it was at each step.
#pragma once

#include <cstdint>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "polygraph/prune.hpp"

namespace isolde {

struct DerivationReason {
  DecidedBy by = DecidedBy::kNothing;
  std::uint32_t index = 0;  // kCycle: which edge of the negation closes a cycle; kClause: which clause
};

struct Derivation {
  struct Step {
    Literal literal;
    DerivationReason reason;
  };
  std::vector<Step> steps;            // the literals' edges became known in this order
  std::vector<std::uint32_t> places;  // by variable, in `steps`; undefined for open ones
};

// The last step's negation can be derived, too, for `second`: with all steps known, the last one included.
[[nodiscard]] PruneRefutation explain_variable(const Polygraph& polygraph, const Derivation& derivation,
                                               const DerivationReason& second);
// All literals of the clause are false.
[[nodiscard]] PruneRefutation explain_clause(const Polygraph& polygraph, const Derivation& derivation,
                                             std::size_t clause);

}  // namespace isolde
