// The numbers that solving was tuned by, each with what it rests on. None of them changes a verdict but to
// unknown.
#pragma once

#include <cstddef>

namespace isolde {

// --- Choices: shares of time. Chosen, not measured.
inline constexpr double kShareOfChoiceAttempt = 0.3;  // of the time left, for each stronger step
// Of the time spent so far, for finding out what a refutation rests on.
inline constexpr double kShareOfTracing = 0.5;
inline constexpr double kLeastForTracing = 2;    // seconds, at what was asked
inline constexpr std::size_t kMostSources = 64;  // of an observation, in a proof that somebody may read

// --- Suspects.
// Beyond this many transactions nobody can tell suspects apart: the bit matrix of who reaches whom would take
// hundreds of megabytes.
inline constexpr std::size_t kMostTellable = 12'000;
inline constexpr std::size_t kMostLinks = 64;  // of a chain that a suspect belongs to, in each direction

// --- Search: memory for states, unless a limit is given.
inline constexpr std::size_t kSearchMemory = std::size_t{4} << 30;

}  // namespace isolde
