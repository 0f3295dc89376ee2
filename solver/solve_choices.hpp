// Decides any history at any level: encode/choices/choices.hpp, then the solver of polygraphs. First at
// stronger levels, where more is known and less is open; then at the level asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "history/history.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/outcome.hpp"
#include "solver/polygraph_solver.hpp"
#include "solver/refuted_choices.hpp"

namespace isolde {

struct ChoicesProblem {
  const History& history;
  const WriterIndex& writers;
  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;
  bool strengthen = true;    // try stronger levels first; the verdict never depends on it
  bool use_sessions = true;  // for that
  bool use_times = true;
  Heuristics heuristics = {};  // of the polygraph solver
  TraceChoices trace = {};     // finds out what a refutation rests on; empty: nobody asks
  // Whether what refuted something stronger refutes the level asked for as well, for all that has a proof;
  // empty: nobody knows.
  std::function<bool(const Reject&)> confirms = {};
};

// Of the last attempt; what it did not come to has no value.
struct ChoicesStatistics {
  std::size_t attempts = 0;
  std::optional<std::size_t> choices;
  std::optional<std::size_t> variables;
  std::optional<std::size_t> clauses;
  std::optional<std::size_t> known_edges;
  std::optional<SolverStatistics> solver;
};

[[nodiscard]] Outcome solve_choices(const ChoicesProblem& problem, const Limits& limits,
                                    ChoicesStatistics* statistics = nullptr);

}  // namespace isolde
