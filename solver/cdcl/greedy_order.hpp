// A first order of the nodes where neither numbers nor times suggest one: executes the nodes of a part one
// after the other. A node that runs decides the choices that would have had another node run before it; the
// edges of the other value then make nodes wait. Of the nodes that can run, one that makes no other wait goes
// first; among the rest, the one whose range of possible places, by known edges, has the earliest middle.
// Where all wait, one is taken that only choices hold back. So most choices agree with the order, and the
// search repairs the rest. It does not look ahead: what that would find, the search finds and learns from.
#pragma once

#include <vector>

#include "solver/cdcl/part.hpp"

namespace isolde {

// All nodes, in an order that agrees with the known edges, which must have no cycle. Clauses are not looked
// at. O(m + n log n), and whenever all nodes wait, the number of those that could be taken.
[[nodiscard]] std::vector<Node> greedy_order(const Part& part);

}  // namespace isolde
