// The dependencies among a set of transactions that hold in every serial order, found by saturation. Rules,
// each valid at the levels where a transaction is one point in the order (x a key, i an installer of x, r a
// reader of i's version of x, k another installer of x):
//   wr  r read what only i could have written                   => i before r
//   so, rt  as the level says
//   T0  r read the initial version, which only T0 wrote         => r before k
//   2a  i before k                                              => r before k   (else r would have read k's
//   or later) 2b  k before r                                              => k before i   (else k's would
//   hide i's from r) P   r's predicate read returned no row of x, only k writes x and k's row matches  => r
//   before k
// A cycle among them refutes the level. No cycle proves nothing: some histories need a case distinction.
//
// Cost: O(n) bit rows of n bits and O(n^3 / 64) per round; for explanations, not for large histories.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "history/dependency.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"

namespace isolde {

// The shortest cycle of known dependencies among `transactions`, if there is one. Requires
// info(level).one_node.
[[nodiscard]] std::optional<std::vector<Dependency>> find_known_cycle(const History& history,
                                                                      const WriterIndex& writers, Level level,
                                                                      std::int64_t clock_skew,
                                                                      const std::vector<TxnId>& transactions);

}  // namespace isolde
