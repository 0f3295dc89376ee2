// The numbers that encoding choices is bounded by; chosen, not measured. All but the last guard against
// encodings that nobody could solve; what they cut off is said in EncodedChoices::left_out, and only a
// refutation means anything then.
#pragma once

#include <cstddef>
#include <cstdint>

namespace isolde {

// Claims that a version holds a computed value.
inline constexpr std::size_t kMostHoldings = 300'000;
// Values of one key, where all have to be listed.
inline constexpr std::size_t kMostValues = 1000;
// Who increments, times who has to do with the counter: each is compared with each.
inline constexpr std::uint64_t kMostCounterPairs = 10'000'000;
// Totals that an aggregate may pass through.
inline constexpr std::size_t kMostAggregateNodes = 50'000;
// Of a polygraph, in the encoder and in the solver.
inline constexpr std::size_t kBytesPerLiteral = 64;
// Rounds of concluding from what became known; what later ones would conclude is left to the solver.
inline constexpr std::size_t kMostNarrowingRounds = 16;

}  // namespace isolde
