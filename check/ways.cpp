#include "check/ways.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "check/encode_history.hpp"
#include "check/used_orders.hpp"
#include "encode/items/chains.hpp"
#include "explain/explain.hpp"
#include "explain/trace_choices.hpp"
#include "solver/execute/observations.hpp"
#include "solver/execute/solve_items.hpp"
#include "solver/relaxation.hpp"
#include "solver/search.hpp"
#include "solver/solve_choices.hpp"
#include "solver/solve_polygraph.hpp"
#include "solver/suspects.hpp"

namespace isolde {
namespace {

// What is used beyond what the level asks for, unless somebody says otherwise.
constexpr UsedOrders kAllOrders{true, true, false};

void count_solver(const SolverCounts& solver, Statistics& statistics) {
  statistics.set(Statistic::kDecisions, solver.decisions);
  statistics.set(Statistic::kConflicts, solver.conflicts);
  statistics.set(Statistic::kPropagations, solver.propagations);
  statistics.set(Statistic::kTheoryConflicts, solver.theory_conflicts);
}

void count_polygraph(const PolygraphFigures& polygraph, Statistics& statistics) {
  statistics.set(Statistic::kComponents, polygraph.components);
  statistics.set(Statistic::kVariables, polygraph.variables);
  statistics.set(Statistic::kClauses, polygraph.clauses);
  statistics.set(Statistic::kKnownEdges, polygraph.known_edges);
  count_solver(polygraph.solver, statistics);
}

void count_execution(const ItemsFigures& figures, bool has_observations, Statistics& statistics) {
  if (figures.is_executed) statistics.add(Statistic::kConflicts, figures.execution.conflicts);
  const auto of_execution = [&](std::uint64_t count) {
    return figures.is_executed ? std::optional(count) : std::nullopt;
  };
  statistics.set(Statistic::kSteps, of_execution(figures.execution.steps));
  statistics.set(Statistic::kUndone, of_execution(figures.execution.undone));
  if (has_observations) statistics.set(Statistic::kRepairs, of_execution(figures.execution.repairs));
}

// One line if it was not who was asked for.
void tell_pruner(const ChosenPruner& pruner, Solved& solved) {
  const std::string problem = pruner.finder ? pruner.finder->failure() : pruner.problem;
  solved.pruner = pruner.finder && problem.empty() ? pruner.finder->name() : "CPU";
  if (!pruner.remark.empty()) solved.pruner += fmt::format(" ({})", pruner.remark);
  if (!problem.empty()) solved.log.push_back(fmt::format("pruned on the CPU: {}", problem));
}

// By executing, with the polygraph solver behind it.
Solved solve_by_executing(const History& history, const Items& items, const CheckOptions& options,
                          Observations* observations = nullptr) {
  ItemsProblem problem{history, items, demands_of(options.level, options.clock_skew), {}, observations};
  // What is observed beside items says nothing about version orders, and they nothing about it.
  const std::vector<VersionOrder> orders =
      observations == nullptr ? used_version_orders(history, options) : std::vector<VersionOrder>();
  problem.tuning.use = options.use.value_or(kAllOrders);
  if (!orders.empty()) problem.tuning.version_orders = &orders;
  problem.tuning.hints = options.hints;
  problem.tuning.solver.threads = options.threads;
  problem.tuning.solver.seed = options.seed;
  problem.tuning.solver.heuristics = options.heuristics;
  ChosenPruner pruner;  // a device that is awake serves all attempts
  problem.tuning.finder_for = [&](const Polygraph& polygraph) {
    if (!pruner.finder) pruner = choose_pruner(options.pruner, polygraph);
    return pruner.finder.get();
  };
  ItemsFigures figures;
  Outcome outcome = solve_items(problem, options.limits, &figures);
  Solved solved{std::move(outcome)};
  solved.phases.add(Phase::kEncode, figures.encode_seconds);
  solved.phases.add(Phase::kPrune, figures.prune_seconds);
  solved.statistics.set(Statistic::kWriterPairs, figures.writer_pairs);
  solved.statistics.set(Statistic::kConstraints, figures.chain_pairs);
  solved.statistics.set(Statistic::kConstraintsAfterPruning, figures.undecided_pairs);
  if (observations == nullptr) solved.statistics.set(Statistic::kChoices, 0);  // every read has one writer
  if (figures.polygraph) count_polygraph(*figures.polygraph, solved.statistics);
  count_execution(figures, observations != nullptr, solved.statistics);
  if (figures.is_pruned) tell_pruner(pruner, solved);
  return solved;
}

// All pairs become constraints, pruning and the solver do the rest: what the papers do, for comparison.
Solved solve_encoded(const EncodedHistory& encoded, const Validated& validated, const CheckOptions& options) {
  const Polygraph& polygraph = encoded.polygraph;
  const ChosenPruner pruner = options.prune ? choose_pruner(options.pruner, polygraph) : ChosenPruner{};
  PolygraphFigures figures;
  Outcome outcome = outcome_of(
      encoded, solve_polygraph(polygraph, options, options.limits, {}, &figures, pruner.finder.get()));
  Solved solved{std::move(outcome)};
  solved.phases.add(Phase::kPrune, figures.prune_seconds);
  solved.statistics.set(Statistic::kConstraints, figures.variables);
  solved.statistics.set(Statistic::kConstraintsAfterPruning, figures.variables_after_pruning);
  solved.statistics.set(Statistic::kChoices, encoded.choices);
  count_polygraph(figures, solved.statistics);
  if (validated.items) {
    const Chains chains(*validated.items, info(options.level).first_committer_wins);
    solved.statistics.set(Statistic::kWriterPairs, chains.version_pairs());
    if (auto* reject = std::get_if<Reject>(&solved.outcome))
      reject->suspects = with_context(*validated.items, reject->suspects);
  }
  if (options.prune) tell_pruner(pruner, solved);
  return solved;
}

// With all orders that may be used, then as the level has it.
constexpr double kShareOfExecuting = 0.3;  // of the time there is

// Predicates and values that repeat, by executing: most histories that are fine end here. Unknown if it does
// not come to an end.
// Predicates, values that repeat, lists, sets and counters: reads with several possible sources.

}  // namespace

ExplainOptions explain_options(const CheckOptions& options) {
  return {options.level, options.clock_skew, options.limits, options.certify, options.proof_counts};
}

Solved solve_items_by_executing(const History& history, const Validated& validated,
                                const CheckOptions& options) {
  return solve_by_executing(history, *validated.items, options);
}

Solved solve_by_polygraph(const History& history, const Validated& validated, const CheckOptions& options) {
  const Stopwatch watch;
  const std::vector<VersionOrder> orders = used_version_orders(history, options);
  PhaseSeconds spent;
  const auto attempt = [&](const Demands& demands) {
    CheckOptions rest = options;
    if (rest.limits.seconds) rest.limits.seconds = std::max(0.0, *options.limits.seconds - watch.seconds());
    const Stopwatch encoding;
    const EncodedHistory encoded = encode_history(history, validated, rest, demands);
    spent.add(Phase::kEncode, encoding.seconds());
    Solved solved = solve_encoded(encoded, validated, rest);
    spent.add(solved.phases);
    solved.phases = spent;
    return solved;
  };
  const auto try_stronger = [&](const Demands& demands) {
    Solved solved = attempt(demands);
    const bool is_refuted = std::holds_alternative<Reject>(solved.outcome);
    return is_refuted ? std::nullopt : std::optional(std::move(solved));
  };
  return relax(steps_by_pairs(history, options, orders, validated.items.has_value()), try_stronger, attempt);
}

Solved solve_by_observing(const History& history, const Validated& validated, const CheckOptions& options) {
  const bool rows_bind = info(options.level).rows_bind;
  std::optional<Items> made;
  if (!validated.item_part)
    made.emplace(history, *validated.writers, counting_transactions(history, *validated.writers));
  const Items& items = made ? *made : *validated.item_part;
  CheckOptions part = options;
  if (part.limits.seconds) *part.limits.seconds *= kShareOfExecuting;
  // Where phantoms are allowed, returned rows are all that predicates tell.
  if (!rows_bind && items.open_reads().empty()) return solve_by_executing(history, items, part);
  Observations observations(history, items, rows_bind);
  if (observations.are_impossible()) return {Unknown{}};
  return solve_by_executing(history, items, part, &observations);
}

Solved solve_by_choices(const History& history, const Validated& validated, const CheckOptions& options) {
  std::optional<WriterIndex> made;
  if (!validated.writers) made.emplace(history);
  const WriterIndex& writers = made ? *made : *validated.writers;
  ChoicesStatistics statistics;
  ChoicesProblem problem{history, writers, demands_of(options.level, options.clock_skew)};
  problem.use = options.use.value_or(kAllOrders);
  problem.heuristics = options.heuristics;
  const ChoiceTask task{history, writers, options.level, options.clock_skew};
  std::optional<Anomaly> proved;
  if (options.explain) {
    problem.trace = [&](const RefutedChoices& refuted) { return trace_choices(task, refuted); };
    problem.confirms = [&](const Reject& reject) {
      proved = prove_at_once(history, writers, explain_options(options), reject);
      return proved.has_value();
    };
  }
  Outcome outcome = solve_choices(problem, options.limits, &statistics);
  Solved solved{std::move(outcome)};
  solved.statistics.set(Statistic::kChoices, statistics.choices);
  solved.statistics.set(Statistic::kVariables, statistics.variables);
  solved.statistics.set(Statistic::kClauses, statistics.clauses);
  solved.statistics.set(Statistic::kKnownEdges, statistics.known_edges);
  if (statistics.solver) count_solver(counts_of(*statistics.solver), solved.statistics);
  solved.statistics.set(Statistic::kAttempts, statistics.attempts);
  solved.anomaly = std::move(proved);
  return solved;
}

Solved solve_by_search(const History& history, const Validated& /*validated*/, const CheckOptions& options) {
  if (!info(options.level).one_node)
    return {Unknown{fmt::format("the solver search does not decide {}", info(options.level).name)}};
  SearchStatistics statistics;
  Outcome outcome =
      search({history, demands_of(options.level, options.clock_skew)}, options.limits, &statistics);
  Solved solved{std::move(outcome)};
  solved.statistics.set(Statistic::kSteps, statistics.steps);
  solved.statistics.set(Statistic::kStates, statistics.states);
  solved.statistics.set(Statistic::kBacktracks, statistics.backtracks);
  return solved;
}

}  // namespace isolde
