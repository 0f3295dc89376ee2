// From the trace of a refutation to a proof that others can check: clauses written out, what they follow from
// put in an order that unit propagation can use, cycles as lists of edges, and everything numbered anew.
#pragma once

#include <cstdint>

#include "certify/certificate_lemmas.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/cdcl/refutation_trace.hpp"

namespace isolde {

// Level and clock skew are left as they are by default.
[[nodiscard]] LemmaProof lemma_proof_of(const Polygraph& polygraph, const RefutationTrace& trace);

}  // namespace isolde
