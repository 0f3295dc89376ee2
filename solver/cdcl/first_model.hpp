// Looks for a model before any search: most polygraphs of correct databases have one that a good order of the
// nodes shows.
#pragma once

#include <optional>
#include <span>

#include "polygraph/polygraph.hpp"
#include "solver/polygraph_solver.hpp"

namespace isolde {

// Takes an order that the known edges allow, near `guess` if that is not empty, otherwise near the times or
// the nodes' numbers, and gives every variable the value that agrees with it better. A model if that
// satisfies all clauses and closes no cycle; a refutation if the known edges have a cycle; nothing otherwise.
// Linear, but for a sort where there is a guess or times.
[[nodiscard]] std::optional<PolygraphOutcome> decide_by_order(const Polygraph& polygraph,
                                                              std::span<const Node> guess);

}  // namespace isolde
