// From a history to a polygraph, for all demands by the same code (docs/levels.md; Vbox sections
// 4.1 and 4.2): the level's row says how many nodes a transaction has and which edge a dependency becomes,
// nothing else differs.
//
// Known edges: what was read, session order, real time through a time line of O(n) nodes, a given version
// order, chains of read-modify-writes, readers of a version before its immediate successor, and readers of
// the initial version before every other installer. One variable per pair of chains of a key whose order none
// of these shows at a glance; docs/algorithms.md, "Encoding", has the proofs.
//
// Cost: linear in the history and in the number of pairs that remain, with their readers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "encode/items/items.hpp"
#include "encode/items/sweep.hpp"
#include "history/demands.hpp"
#include "history/history.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

// The demands can be met if and only if the polygraph has a model, provided that items.open_reads() is empty
// and that no predicate read binds. Otherwise the polygraph leaves these out, so that only a refutation means
// anything. Node m (one node) or nodes 2m and 2m + 1 (begin and commit) are those of member m.
//
// `sweep`, if there is one, was run with the same demands without contradiction: then only the pairs that it
// left undecided become variables, and nobody looks at the others. `gives_up`, if there is one, is asked now
// and then; after a yes further choices are left out, and the polygraph is of no use.
[[nodiscard]] Polygraph encode(const History& history, const Items& items, const Demands& demands,
                               const Sweep* sweep = nullptr, const std::function<bool()>& gives_up = {});

}  // namespace isolde
