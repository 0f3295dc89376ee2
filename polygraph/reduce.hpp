// What pruning leaves of a polygraph: the same nodes, more known edges, fewer variables and clauses.
#pragma once

#include <vector>

#include "polygraph/polygraph.hpp"
#include "polygraph/prune.hpp"

namespace isolde {

struct Reduced {
  Polygraph polygraph;
  std::vector<Variable> originals;  // by variable of `polygraph`
};

// It has a model if and only if the original has one; with the values that pruning decided, its model is one
// of the original.
[[nodiscard]] Reduced reduce(const Polygraph& polygraph, const Pruned& pruned);

}  // namespace isolde
