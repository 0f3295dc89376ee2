// How random tests are steered: ISOLDE_HISTORIES (and the like) say how much, ISOLDE_MOST no more than how
// much where they do not, ISOLDE_SEED is the second of two seeds. Without it both are fixed: what decides
// whether a change lands must not depend on chance. scripts/soak looks for new histories.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace isolde {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// How many random histories, or the like.
inline std::uint64_t how_many(const char* name, std::uint64_t otherwise) {
  return number_from_environment(name,
                                 std::min(otherwise, number_from_environment("ISOLDE_MOST", otherwise)));
}

inline std::uint64_t second_seed() { return number_from_environment("ISOLDE_SEED", 2); }
inline std::array<std::uint64_t, 2> both_seeds() { return {1, second_seed()}; }

}  // namespace isolde
