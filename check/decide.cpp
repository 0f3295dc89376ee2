#include "check/decide.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "check/encode_history.hpp"
#include "check/used_orders.hpp"
#include "encode/items/chains.hpp"
#include "explain/explain.hpp"
#include "explain/trace_choices.hpp"
#include "history/findings/list_findings.hpp"
#include "solver/execute/observations.hpp"
#include "solver/execute/solve_items.hpp"
#include "solver/relaxation.hpp"
#include "solver/search.hpp"
#include "solver/solve_choices.hpp"
#include "solver/solve_polygraph.hpp"
#include "solver/suspects.hpp"
#include "solver/watch.hpp"

namespace isolde {
namespace {

// Neither predicates nor values that are computed from earlier ones.
bool is_item_story(const History& history) {
  for (const TxnId txn : history.transactions())
    for (const OpId op : history.operations(txn))
      if (history.kind(op) > OpKind::kDelete) return false;
  return true;
}

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

Solved solve_items_by_executing(const History& history, const Validated& validated,
                                const CheckOptions& options) {
  return solve_by_executing(history, *validated.items, options);
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

constexpr double kShareOfExecuting = 0.3;  // of the time there is

// Predicates and values that repeat, by executing: most histories that are fine end here. Unknown if it does
// not come to an end.
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

// Predicates, values that repeat, lists, sets and counters: reads with several possible sources.
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

}  // namespace

ExplainOptions explain_options(const CheckOptions& options) {
  return {options.level, options.clock_skew, options.limits, options.certify, options.proof_counts};
}

Validated validate_history(const History& history, const CheckOptions& options) {
  Validated result;
  if (options.solver != Solver::kSearch) {
    const bool is_whole = is_item_story(history);
    (is_whole ? result.items : result.item_part) = Items::of_plain(history);
    if (result.items || result.item_part) return result;
  }
  result.writers.emplace(history);
  result.findings = validate(history, *result.writers);
  if (info(options.level).first_committer_wins) {
    const std::vector<bool> counts = counting_transactions(history, *result.writers);
    for (const Finding& finding : incompatible_orders(history, counts)) result.findings.push_back(finding);
  }
  const bool is_violated =
      std::ranges::any_of(result.findings, [](const Finding& finding) { return is_violation(finding.kind); });
  if (is_violated || options.solver == Solver::kSearch || !is_item_story(history)) return result;
  result.items.emplace(history, *result.writers, counting_transactions(history, *result.writers));
  if (!result.items->open_reads().empty()) result.items.reset();
  return result;
}

namespace {

struct Question {
  const History& history;
  const Validated& validated;
  const CheckOptions& options;

  [[nodiscard]] bool asks_for(Solver solver) const { return options.solver == solver; }
};

// The ladder: the first way that suits the question decides it, and the next one if that gives up.
struct Way {
  bool (*suits)(const Question& question);
  Solved (*decide)(const History& history, const Validated& validated, const CheckOptions& options);
  bool may_give_up = false;  // unknown is no answer then, as long as there is time
};
constexpr Way kWays[] = {
    // Commit-order search, where it was asked for: exact where a transaction is one node, and says so where
    // it is not.
    {[](const Question& question) { return question.asks_for(Solver::kSearch); }, solve_by_search},
    // The papers' way, where it or the solver of somebody else was asked for: exact.
    {[](const Question& question) { return !question.options.guess || !question.asks_for(Solver::kCdcl); },
     solve_by_polygraph},
    // Every read has one possible writer: exact, since a polygraph decides what executing does not.
    {[](const Question& question) { return question.validated.items.has_value(); }, solve_items_by_executing},
    // Anything that can be executed: a yes is an execution, a no rests on items alone; most end in neither
    // when something is wrong.
    {[](const Question& question) { return Observations::can_check(question.history); }, solve_by_observing,
     true},
    // Anything: exact, but for values that can have come about in too many ways.
    {[](const Question&) { return true; }, solve_by_choices},
};

Solved solve_by_first_way_that_concludes(const Question& question) {
  const Watch watch(question.options.limits);
  CheckOptions rest = question.options;
  bool has_given_up = false;
  for (const Way& way : kWays) {
    if (!way.suits(question)) continue;
    Solved solved = way.decide(question.history, question.validated, rest);
    auto* unknown = std::get_if<Unknown>(&solved.outcome);
    if (unknown == nullptr || !way.may_give_up) {
      // In terms of the whole limit, not of what an earlier way left of it.
      if (unknown != nullptr && has_given_up && watch.is_over()) unknown->reason = watch.reason().reason;
      return solved;
    }
    has_given_up = true;
    rest.limits = watch.rest();
  }
  return {Unknown{"no way to decide suits the history"}};
}

}  // namespace

Solved solve(const History& history, const Validated& validated, const CheckOptions& options) {
  Solved solved = solve_by_first_way_that_concludes({history, validated, options});
  std::ranges::move(unused_orders(history, options, validated.items.has_value()),
                    std::back_inserter(solved.warnings));
  return solved;
}

}  // namespace isolde
