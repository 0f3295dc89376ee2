// The numbers that encoding choices was tuned by. All but the last guard against encodings that nobody could
// solve; what they cut off is said in EncodedChoices::left_out, and only a refutation means anything then.
#pragma once

#include <cstddef>
#include <cstdint>

namespace isolde {

inline constexpr std::size_t kMostHoldings = 300'000;  // claims that a version holds a computed value
inline constexpr std::size_t kMostValues = 1000;       // of one key, where all have to be listed
inline constexpr std::uint64_t kMostCounterPairs =
    10'000'000;  // who increments, times who has to do with the counter
inline constexpr std::size_t kMostAggregateNodes =
    50'000;                                          // of the totals that an aggregate may pass through
inline constexpr std::size_t kBytesPerLiteral = 64;  // of a polygraph, in the encoder and in the solver
// Rounds of concluding from what became known; chosen, since later rounds of random histories conclude next
// to nothing.
inline constexpr std::size_t kMostNarrowingRounds = 16;

}  // namespace isolde
