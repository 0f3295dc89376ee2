// Solvers of polygraphs: one question, three answers.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/outcome.hpp"

namespace isolde {

// Values of all variables, and an order of all nodes that the known edges and those of all true literals
// respect.
struct Model {
  std::vector<Node> order;
  std::vector<bool> values;
};

// No model exists. `nodes` lie on the cycles that show it: the polygraph of their transactions alone has no
// model either.
struct Refutation {
  std::vector<Node> nodes;
};

using PolygraphOutcome = std::variant<Model, Refutation, Unknown>;

struct SolverStatistics {
  std::uint64_t decisions = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t propagations = 0;
  std::uint64_t theory_conflicts = 0;
  std::uint64_t restarts = 0;

  SolverStatistics& operator+=(const SolverStatistics& other) {
    decisions += other.decisions;
    conflicts += other.conflicts;
    propagations += other.propagations;
    theory_conflicts += other.theory_conflicts;
    restarts += other.restarts;
    return *this;
  }
};

// The same of any solver, ours or others': nothing where it does not count, or never ran.
struct SolverCounts {
  std::optional<std::uint64_t> decisions = {};
  std::optional<std::uint64_t> conflicts = {};
  std::optional<std::uint64_t> propagations = {};
  std::optional<std::uint64_t> theory_conflicts = {};
};
[[nodiscard]] inline SolverCounts counts_of(const SolverStatistics& statistics) {
  return {statistics.decisions, statistics.conflicts, statistics.propagations, statistics.theory_conflicts};
}

}  // namespace isolde
