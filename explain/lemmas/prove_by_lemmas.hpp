// The refutation of a polygraph for others to check: cycle lemmas, and clauses derived from them
// (certify/certificate_lemmas.hpp). It is one of the polygraph as encoded: what pruning derives is derived in
// the proof, too.
#pragma once

#include <cstdint>
#include <variant>

#include "certify/certificate_lemmas.hpp"
#include "history/level.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/outcome.hpp"

namespace isolde {

// Level and clock skew, those that the polygraph was encoded with, are for the proof's reader. Unknown if the
// limits do not suffice, if the polygraph has a model, or if it has an empty clause, so that there is nothing
// left to prove.
[[nodiscard]] std::variant<LemmaProof, Unknown> prove_by_lemmas(const Polygraph& polygraph, Level level,
                                                                std::int64_t clock_skew,
                                                                const Limits& limits);

}  // namespace isolde
