// What all backends share at the beginning and the end: polygraphs that need no solver, the polygraph as one
// part, and the check that a model is one. Nobody's word is taken for it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

// If a clause is empty or the known edges have a cycle.
[[nodiscard]] std::optional<Refutation> refuted_at_once(const Polygraph& polygraph);

// Requires that no clause is empty.
[[nodiscard]] Part whole(const Polygraph& polygraph);

// The model with these values, or unknown and wrong if `solver` gave values that are none.
[[nodiscard]] PolygraphOutcome model_of(const Polygraph& polygraph, std::vector<bool> values,
                                        std::string_view solver);

[[nodiscard]] Refutation refuted_by_all(const Polygraph& polygraph);

}  // namespace isolde
