// Finds what reads of lists and sets show by themselves (Elle §3.1.5, §5.1): elements that are there too
// often, updates that build on an aborted one, and two reads that cannot both be of one growing list.
//
// Looks only at keys that are never written as a whole. Cost: linear in what was read, plus a look-up per
// element.
#pragma once

#include <vector>

#include "history/findings/validation.hpp"
#include "history/writers.hpp"

namespace isolde {

// Adds duplicate elements and dirty updates of the transactions that count. They violate every level.
void add_list_findings(const History& history, const WriterIndex& writers, const std::vector<bool>& counts,
                       std::vector<Finding>& findings);

// For each list, two reads of which neither begins with the other, if there are any. They violate every level
// at which no update is lost (LevelInfo::first_committer_wins), since there a list only ever grows at its
// end.
[[nodiscard]] std::vector<Finding> incompatible_orders(const History& history,
                                                       const std::vector<bool>& counts);

}  // namespace isolde
