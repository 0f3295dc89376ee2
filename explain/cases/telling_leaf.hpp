// Which leaf of a proof by cases names the anomaly. Every order of versions runs into one of the leaves, and
// none of the orders was observed; so the name depends on whom one believes.
//
// If the same transactions satisfy something weaker than the level asked, with less of the given orders, as
// snapshot isolation or as prefix consistency, an execution there tells an order of versions that is not
// absurd: the leaf that it runs into is what happened. (Two transactions that overwrite each other's read
// lost an update; that a third then saw one of them half, in the other order, is no better explanation.)
// Otherwise the leaf that tells most: overwritten reads before orders of writes, short before long; but
// before all of them a cycle of writes only, if for each the opposite contradicts what was read.
#pragma once

#include <vector>

#include "certify/certificate.hpp"

namespace isolde {

// A dependency that is certain only under the assumption.
[[nodiscard]] bool rests_on(const Dependency& edge, const Assumption& assumed);

// Exchanges alternatives so that the proof's last leaf is the one to name. `execution`: what an execution of
// the same transactions at something weaker chose, if there is any.
void put_telling_leaf_last(Proof& proof, const std::vector<Assumption>& execution);

}  // namespace isolde
