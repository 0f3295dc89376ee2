// Which transactions are to blame when the search rejects: a small set whose reads alone admit no order.
//
// The others are relaxed to "may run, reads do not bind", which only adds solutions; so whatever still
// rejects is a core. Found by deletion in shrinking chunks, each probe bounded; the result is minimal unless
// a bound was hit.
#pragma once

#include <vector>

#include "solver/search.hpp"

namespace isolde {

// Requires that search(problem) rejects. The result's reads are to blame; ascending.
[[nodiscard]] std::vector<TxnId> minimal_core(const SearchProblem& problem, const Limits& limits);

}  // namespace isolde
