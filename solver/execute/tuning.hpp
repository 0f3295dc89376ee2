// The numbers that executing was tuned by, each with what it rests on. None of them changes a verdict; they
// say how long one way is followed before the next one is tried.
#pragma once

#include <cstddef>
#include <cstdint>

namespace isolde {

// --- Patience, in undone steps.
// Executing items may undo one step in this many members, and at least so many steps, before it counts as
// lost. Chosen: histories of databases that keep their promise undo next to nothing (the published Cobra logs
// nothing at all), so an eighth is generous. Not measured.
inline constexpr std::uint64_t kBudgetShare = 8;
inline constexpr std::uint64_t kLeastBudget = 1000;
// After the sweep, times as much: a polygraph of what is left comes next, which costs more. Chosen, not
// measured.
inline constexpr std::uint64_t kPatienceAfterClosing = 20;
// With observations, undone steps per member and at least, of all attempts together. Measured on BlindW-Pred
// of 24 sessions without times and with shuffled ids: 10,000 transactions took 0.75 s instead of 3.1 s, and
// 100,000 took 3.1 s instead of being undecided after 60 s, because the choices that come next cost far more.
inline constexpr std::uint64_t kObservingBudgetFactor = 8;
inline constexpr std::uint64_t kLeastObservingBudget = 20'000;
// Looks at others that cost as much as undoing a step, in general and where an observation was obstructed.
// Chosen so that work which makes no step counts, too.
inline constexpr std::uint64_t kLooksPerStep = 64;
inline constexpr std::uint64_t kObstructedLooksPerStep = 32;
// A guess that observations refute is taken back at once if it costs no more steps than this, else when
// nothing goes on. Chosen, not measured.
inline constexpr std::size_t kMostUndoneAtOnce = 256;

// --- Conflicts. Chosen, not measured.
// How far a chain of waits is followed when a line is parked. A circle that is longer shows when nothing is
// ready any more.
inline constexpr std::size_t kCircleSteps = 64;
inline constexpr std::size_t kMostStarts = 64;  // lines that a conflict is looked for from
inline constexpr std::size_t kMostClauses = 4;  // learned from one conflict
inline constexpr std::uint64_t kStepsBetweenStops = 4096;

// --- Which order to begin with.
// Transaction ids are taken for an order if at most this share of the reads looked at goes against them.
// Chosen, not measured: ids of the published logs are in order.
inline constexpr double kMostDisorder = 0.02;
inline constexpr std::size_t kReadsLookedAt = 20'000;

// --- Listing pairs instead.
// Lines with fewer members than this tell little; then all pairs are listed, if members and pairs are no more
// than so many. Chosen, not measured.
inline constexpr std::size_t kFewPerLine = 4;
inline constexpr std::size_t kMostListed = 20'000;
inline constexpr std::uint64_t kMostListedPairs = 5'000'000;
inline constexpr std::size_t kBytesPerPair = 400;  // of a variable with its edges, roughly
// Of the time left, for listing pairs with more than was asked.
inline constexpr double kShareOfListing = 0.3;
// The sweep's rows: 4 bytes for each event and line. Chosen, not measured.
inline constexpr std::size_t kMostRowBytes = std::size_t{512} << 20;

// --- What refuted something stronger.
// Suspects that are tried alone, as asked; chosen, not measured.
inline constexpr std::size_t kMostTriedAlone = 2000;
// Rounds in which suspects are exempted from orders that need not bind; chosen, not measured.
inline constexpr std::size_t kMostExemptions = 4;

}  // namespace isolde
