// Names a dependency cycle as Adya and Elle do, so that a person can look it up.
#pragma once

#include <string>
#include <vector>

#include "history/dependency.hpp"
#include "history/history.hpp"

namespace isolde {

// "G0", "G1c", "lost update", "read skew", "phantom", "write skew", "long fork", "G-single", "G2-item", "G2",
// "G-nonadjacent"; with "-process" or "-realtime" behind it if the cycle needs session order or real time
// (Elle section 6); "impossible read" where no version suits what a transaction saw of one key.
[[nodiscard]] std::string name_cycle(const History& history, const std::vector<Dependency>& cycle);

}  // namespace isolde
