// A refutation by pruning, written down clause by clause: a step by a cycle is a theory clause, and the unit
// that follows from it and the units of the steps before.
#pragma once

#include "polygraph/polygraph.hpp"
#include "polygraph/prune.hpp"
#include "solver/cdcl/refutation_trace.hpp"

namespace isolde {

[[nodiscard]] RefutationTrace trace_of(const Polygraph& polygraph, const PruneRefutation& refutation);

}  // namespace isolde
