// Finds reads of counters that no increments explain, in whatever order. Each transaction adds all of its
// increments to what others see, or nothing. So of a counter that is only incremented, a read shows the
// initial value, the transaction's own increments so far, and the totals of some of the others.
//
// Which of them is not asked: the value must lie between all that go down and all that go up, and the
// difference must be a multiple of the greatest common divisor of all totals. Where updates may be lost a
// read shows fewer increments, never others; so what is found violates every level.
//
// Cost: a look-up per operation; for the first few reads of a counter that are out of reach, at worst the
// square of its increments.
#pragma once

#include <vector>

#include "history/findings/validation.hpp"

namespace isolde {

// Findings about the transactions that count: internal if some own increments before the read would have to
// be left out; G1b, G1a or a future read if the value takes some, but not all, increments of a transaction,
// increments that aborted, or ones that the transaction itself makes later; else a garbage read.
void add_counter_findings(const History& history, const std::vector<bool>& counts,
                          std::vector<Finding>& findings);

}  // namespace isolde
