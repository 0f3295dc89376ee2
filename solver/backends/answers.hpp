// What all backends share at the beginning and the end: polygraphs that need no solver, the polygraph as one
// part, and the check that what a solver calls a model is one.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

// A refutation if a clause is empty or the known edges have a cycle.
[[nodiscard]] std::optional<Refutation> refuted_at_once(const Polygraph& polygraph);

// The whole polygraph as one part. Requires that no clause is empty.
[[nodiscard]] Part whole(const Polygraph& polygraph);

// The model with these values; unknown, naming `solver`, if they are no model.
[[nodiscard]] PolygraphOutcome model_of(const Polygraph& polygraph, std::vector<bool> values,
                                        std::string_view solver);

// A refutation that names all nodes, for solvers that do not say which ones they needed.
[[nodiscard]] Refutation refuted_by_all(const Polygraph& polygraph);

}  // namespace isolde
