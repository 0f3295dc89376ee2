// What deciding may count, as one table: reports print its rows in this order, docs/statistics.md lists them
// (tests/certify/statistics_test.cpp compares the two). The tables of the laboratory name their own columns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace isolde {

enum class Statistic : std::uint8_t {
  kWriterPairs,
  kConstraints,
  kConstraintsAfterPruning,
  kChoices,
  kComponents,
  kVariables,
  kClauses,
  kKnownEdges,
  kDecisions,
  kConflicts,
  kPropagations,
  kTheoryConflicts,
  kSteps,
  kUndone,
  kRepairs,
  kAttempts,
  kStates,
  kBacktracks,
};

// The object of a JSON report that a statistic stands in.
enum class StatisticGroup : std::uint8_t { kEncoding, kSolver };

// Whose reports have the statistic's key, with null if nobody counted.
enum class StatisticKey : std::uint8_t {
  kAlways,    // everybody's, so that machines need not ask
  kOfSomeWay  // theirs whose way to decide can count it: others know nothing of the thing
};

struct StatisticInfo {
  Statistic statistic;
  std::string_view name;  // in text and JSON; stable, since machines read it
  StatisticGroup group;
  StatisticKey key;
  std::string_view meaning;  // one line, as in docs/statistics.md
};

// All of them, in the order of the enum.
inline constexpr auto kStatistics = [] {
  using enum Statistic;
  using enum StatisticGroup;
  using enum StatisticKey;
  return std::to_array<StatisticInfo>({
      {kWriterPairs, "writer_pairs", kEncoding, kAlways,
       "pairs of transactions that write the same key, so that one of them is first"},
      {kConstraints, "constraints", kEncoding, kAlways,
       "what is open before pruning: pairs where executing decides, else variables of the polygraph"},
      {kConstraintsAfterPruning, "constraints_after_pruning", kEncoding, kAlways,
       "what of the constraints is still open after pruning"},
      {kChoices, "choices", kEncoding, kAlways, "reads with several possible sources"},
      {kComponents, "components", kEncoding, kAlways,
       "parts of the pruned polygraph that share no cycle and are solved on their own"},
      {kVariables, "variables", kEncoding, kAlways, "variables of the polygraph before pruning"},
      {kClauses, "clauses", kEncoding, kAlways, "clauses of the polygraph before pruning"},
      {kKnownEdges, "known_edges", kEncoding, kAlways,
       "edges of the polygraph before pruning that hold whatever is chosen"},
      {kDecisions, "decisions", kSolver, kAlways, "values that the solver chose"},
      {kConflicts, "conflicts", kSolver, kAlways, "choices that failed, those of executing among them"},
      {kPropagations, "propagations", kSolver, kAlways, "values that followed from others"},
      {kTheoryConflicts, "theory_conflicts", kSolver, kAlways, "conflicts that were cycles, not clauses"},
      {kSteps, "steps", kSolver, kOfSomeWay,
       "events that were executed, or transactions that search ran, in all branches"},
      {kUndone, "undone", kSolver, kOfSomeWay, "steps that executing took back"},
      {kRepairs, "repairs", kSolver, kOfSomeWay,
       "times that executing went back because of a predicate or a repeated value"},
      {kAttempts, "attempts", kSolver, kOfSomeWay,
       "encodings of reads with several sources that were tried, stronger levels first"},
      {kStates, "states", kSolver, kOfSomeWay, "different states that search remembered"},
      {kBacktracks, "backtracks", kSolver, kOfSomeWay, "branches that search gave up"},
  });
}();

static_assert([] {
  for (std::size_t i = 0; i < kStatistics.size(); ++i)
    if (static_cast<std::size_t>(kStatistics[i].statistic) != i) return false;
  return true;
}());

[[nodiscard]] constexpr const StatisticInfo& info(Statistic statistic) {
  return kStatistics[static_cast<std::size_t>(statistic)];
}
[[nodiscard]] constexpr std::string_view name_of(Statistic statistic) { return info(statistic).name; }

}  // namespace isolde
