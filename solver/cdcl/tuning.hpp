// The constants of our solver that were tuned or chosen, each with what it rests on. They steer speed and
// memory alone; answers do not depend on them. Constants of formats and of algorithms stand where they are
// used.
#pragma once

#include <cstddef>
#include <cstdint>

namespace isolde::cdcl_tuning {

// --- The theory (part_solver.cpp).

// Conflicts after which a part that was tried by a topological order is solved anew by a closure. Measured on
// 10,000 transactions whose order nothing tells (docs/algorithms.md, "CDCL"): the order alone met 18,600
// conflicts (8 s) and more than 85,000 (63 s, undecided), the closure after it 6 and 25 (3 and 7 s). Most
// parts need far fewer than 400.
inline constexpr std::uint64_t kPatience = 400;
// The largest matrix of bits, one per pair of nodes, for which that is done. Chosen, not measured.
inline constexpr std::size_t kMostClosureBytes = std::size_t{128} << 20;
// Where the caller sets no limit of memory. Chosen, not measured.
inline constexpr std::size_t kDefaultMemory = std::size_t{4} << 30;
// A closure, and the recorded proof, may each take this part of the memory. Chosen, not measured.
inline constexpr std::size_t kShareOfMemory = 4;
// Memory is measured once in so many questions whether to stop, because measuring looks at every list of
// watches. Chosen, not measured.
inline constexpr std::uint64_t kMeasureEvery = 256;

// --- Where the search begins (phases.cpp).

// If the first order contradicts the edges of choices less than once in so many nodes, it is good enough, and
// no greedy order is tried. Chosen; the greedy order itself was measured: 10,000 shuffled transactions of
// BlindW-WR without sessions or times took 1.4 s instead of 9 s and more.
inline constexpr std::ptrdiff_t kNodesPerMisfit = 16;

// --- The SAT core (sat/).

// Conflicts of the first restart, in the sequence of Luby, Sinclair and Zuckerman (1993). Lowered when short
// clauses of the theory began to be kept; no figures were recorded.
inline constexpr std::uint64_t kRestartUnit = 32;
// Clauses of the theory with at most so many literals are kept like learnt ones. Chosen with kRestartUnit.
inline constexpr std::size_t kShortClause = 3;
// Clauses whose literals lie on at most so many levels are never forgotten (Audemard and Simon, IJCAI 2009).
inline constexpr std::uint32_t kGlue = 2;
// Conflicts before the first reduction, and how many more pass before each one after it than before the one
// before. As in other solvers (Glucose); not measured here.
inline constexpr std::uint64_t kFirstReduction = 2000;
inline constexpr std::uint64_t kMoreEachReduction = 300;
// EVSIDS: an older conflict's bump weighs this much of the next one's. MiniSat's value; not measured here.
inline constexpr double kActivityDecay = 0.95;
inline constexpr float kClauseDecay = 0.999F;  // the same of learnt clauses
// The caller is asked whether to stop after so many propagated literals, and after so many literals that the
// theory took in. Chosen, not measured.
inline constexpr std::uint64_t kAskEvery = 2000;
inline constexpr std::size_t kAskEveryInTheory = 256;

}  // namespace isolde::cdcl_tuning
