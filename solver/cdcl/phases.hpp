// Where the search begins: an order of the nodes that the known edges allow, near the one that is guessed,
// and the values of the variables that agree with it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/cdcl/part.hpp"

namespace isolde {

// All nodes in an order that agrees with `edges`; of those that may come next, the one of the smallest
// priority, and among equals the smallest number. Shorter if there is a cycle. O(m + n log n).
[[nodiscard]] std::vector<Node> topological_order(std::size_t nodes, std::span<const Edge> edges,
                                                  std::span<const std::int64_t> priorities);

// The nodes by number, each right after those of its predecessors that had not come yet; agrees with `edges`
// if they have no cycle. Where numbers are near the truth this stays near it, too; waiting until a node is
// ready would drive it far from its neighbours. Linear.
[[nodiscard]] std::vector<Node> order_by_numbers(std::size_t nodes, std::span<const Edge> edges);

// `guessed_ranks`, by the polygraph's nodes, may be empty; then times are the guess; without them, places in
// sessions or the nodes' numbers. If that contradicts many edges of the choices, greedy_order() is tried,
// too. Whichever contradicts the fewest.
[[nodiscard]] std::vector<Node> first_order(const Part& part, std::span<const std::uint32_t> guessed_ranks);

// By variable of the part: whether the edges of the positive literal agree with the order better than those
// of the negative one.
[[nodiscard]] std::vector<bool> first_phases(const Polygraph& polygraph, const Part& part,
                                             std::span<const Node> order);

// By variable of the part: the larger, the earlier in the order is the first node that it is about. Deciding
// in this order is executing: what is decided later concerns what comes later, and conflicts are near their
// causes. Variables that stand for no edges but imply some come before all others, which follow from them.
[[nodiscard]] std::vector<double> first_priorities(const Part& part, std::span<const Node> order);

}  // namespace isolde
