// An order to begin with where neither numbers nor times tell one: executes the nodes of a part one after the
// other. Whoever runs decides the choices that would have had somebody else run before; the other value's
// edges then make nodes wait. Of those who can run, whoever makes nobody wait is first, then the one in the
// middle of whose place, by what is known, comes first. Where everybody waits, one is taken whom only choices
// hold back. So most choices agree with the order, and the search repairs the rest. It does not look ahead:
// what that would find, the search finds and learns from.
#pragma once

#include <vector>

#include "solver/cdcl/part.hpp"

namespace isolde {

// All nodes, in an order that agrees with the known edges, which must have no cycle. Clauses are not looked
// at. O(m + n log n), and the nodes that could be taken whenever everybody waits.
[[nodiscard]] std::vector<Node> greedy_order(const Part& part);

}  // namespace isolde
