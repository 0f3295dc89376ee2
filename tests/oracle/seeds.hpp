// How random tests are steered: ISOLDE_HISTORIES (and the like) say how much, ISOLDE_MOST no more than how
// much where they do not, ISOLDE_SEED replays a run. One seed is fixed, a second is drawn anew for each run
// of the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>

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

// The same for all tests of a run.
inline std::uint64_t fresh_seed() {
  static const std::uint64_t seed = number_from_environment("ISOLDE_SEED", std::random_device{}());
  return seed;
}

}  // namespace isolde
