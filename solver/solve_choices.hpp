// Decides any history, whatever is demanded: encode/choices/choices.hpp, then the solver of polygraphs. First
// with stronger demands, where more is known and less is open; then as asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "history/demands.hpp"
#include "history/history.hpp"
#include "history/writers.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/outcome.hpp"
#include "solver/polygraph_solver.hpp"
#include "solver/refuted_choices.hpp"

namespace isolde {

struct ChoicesProblem {
  const History& history;
  const WriterIndex& writers;
  Demands demands = {};
  bool strengthen = true;  // try more first (solver/relaxation.hpp); the verdict never depends on it
  UsedOrders use = {true, true, false};  // for that
  Heuristics heuristics = {};            // of the polygraph solver
  TraceChoices trace = {};               // finds out what a refutation rests on; empty: nobody asks
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
