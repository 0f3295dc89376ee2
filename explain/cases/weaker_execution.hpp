// An execution of a few transactions at something weaker than a level that they violate: with less of the
// given orders, or as snapshot isolation or prefix consistency instead.
#pragma once

#include <vector>

#include "certify/certificate.hpp"
#include "explain/cases/core_facts.hpp"
#include "history/level.hpp"

namespace isolde {

// For each key and two of its installers, who came first.
using VersionOrders = std::vector<Assumption>;

// At the strongest of what is weaker than `level` that can be satisfied; empty if nothing can, or if looking
// for it takes too long. `facts` are those of the level.
[[nodiscard]] VersionOrders weaker_execution(const CoreFacts& facts, Level level);

}  // namespace isolde
