// Part of a given version order, for ablation: versions are dropped at random, the others keep their order
// (King Cobra, section 8.4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "history/history.hpp"

namespace isolde {

// Keeps `fraction` (from 0 to 1) of all listed versions, to the nearest number. The same seed drops the same
// versions; with one seed, what a smaller fraction keeps a larger one keeps, too.
[[nodiscard]] std::vector<VersionOrder> part_of(std::span<const VersionOrder> orders, double fraction,
                                                std::uint64_t seed);

}  // namespace isolde
