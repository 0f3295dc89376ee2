// Acyclicity as clauses, all at once: vertex elimination (Rankooh and Rintanen, AAAI 2022), and binary
// numbers for the nodes where eliminating gets dense.
//
// Eliminating a node v links each node before it with each node after it: arc(u, v) and arc(v, w) imply
// arc(u, w), and arc(u, v) and arc(v, u) exclude each other. The graph has a cycle if and only if the one
// without v, with these links, has one, or a pair excluded. Nodes with the fewest links go first. On sparse
// graphs, which polygraphs are once known edges and strongly connected components did their work, this is
// the smallest encoding known and unit propagation finds every cycle in it. A transitive closure needs n^3
// clauses; numbers (each arc implies that its start has the smaller one) need m log n, but propagate hardly
// anything. So numbers are kept for the core that elimination would fill up: a node is eliminated while its
// links cost fewer clauses than numbers would for its arcs.
#pragma once

#include <functional>

#include "solver/backends/sat_library.hpp"
#include "solver/cdcl/part.hpp"

namespace isolde {

// Adds clauses and variables of its own to a library that has the part's variables: with them, a model's true
// literals give no cycle, and every acyclic choice stays a model. Requires that the known edges have no
// cycle. False if is_over() came first.
[[nodiscard]] bool add_acyclicity(SatLibrary& library, const Part& part,
                                  const std::function<bool()>& is_over);

}  // namespace isolde
