// A small exact decider for small polygraphs, made for blame: if there is no model it names the transactions
// on the cycles that show it. Probes of a minimisation and cores of up to a few thousand transactions, not
// whole histories: the closure is a bit matrix over all nodes.
//
// Depth first with propagation (a literal one of whose edges would close a cycle is false; a variable one of
// whose literals adds nothing new needs no decision) and backjumping over the decisions that a conflict does
// not use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

enum class RefuteAnswer : std::uint8_t { kModel, kRefuted, kGaveUp };

struct RefuteOutcome {
  RefuteAnswer answer = RefuteAnswer::kGaveUp;
  // If refuted: those on the cycles, and those that the variables involved are about. Ascending. Where an
  // edge is owed to nobody but its ends and those its variable is about, they alone have no model either.
  std::vector<TxnId> transactions;
};

// Requires a polygraph without clauses. Gives up after `max_branches` decisions, or when time is up.
[[nodiscard]] RefuteOutcome refute(const Polygraph& graph, const Deadline& deadline,
                                   std::size_t max_branches);

}  // namespace isolde
