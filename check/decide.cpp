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

// What encoding and pruning may count; without a value where nobody did.
struct EncodingCounts {
  std::optional<std::uint64_t> writer_pairs = {};
  std::optional<std::uint64_t> constraints = {};
  std::optional<std::uint64_t> constraints_after_pruning = {};
  std::optional<std::uint64_t> choices = {};
  std::optional<std::uint64_t> components = {};
  std::optional<std::uint64_t> variables = {};
  std::optional<std::uint64_t> clauses = {};
  std::optional<std::uint64_t> known_edges = {};

  void take(const PolygraphFigures& polygraph) {
    components = polygraph.components;
    variables = polygraph.variables;
    clauses = polygraph.clauses;
    known_edges = polygraph.known_edges;
  }
};

std::vector<Count> named(const EncodingCounts& counts) {
  return {{"writer_pairs", counts.writer_pairs},
          {"constraints", counts.constraints},
          {"constraints_after_pruning", counts.constraints_after_pruning},
          {"choices", counts.choices},
          {"components", counts.components},
          {"variables", counts.variables},
          {"clauses", counts.clauses},
          {"known_edges", counts.known_edges}};
}

std::vector<Count> named(const SolverCounts& solver) {
  return {{"decisions", solver.decisions},
          {"conflicts", solver.conflicts},
          {"propagations", solver.propagations},
          {"theory_conflicts", solver.theory_conflicts}};
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
  ItemsProblem problem{history, items, options.level, options.clock_skew, {}, observations};
  // What is observed beside items says nothing about version orders, and they nothing about it.
  const std::vector<VersionOrder> orders =
      observations == nullptr ? used_version_orders(history, options) : std::vector<VersionOrder>();
  problem.tuning.use_sessions = !options.use || options.use->sessions;
  problem.tuning.use_times = !options.use || options.use->real_time;
  if (!orders.empty()) problem.tuning.version_orders = &orders;
  problem.tuning.hints = options.hints;
  problem.tuning.threads = options.threads;
  problem.tuning.seed = options.seed;
  problem.tuning.heuristics = options.heuristics;
  ChosenPruner pruner;  // a device that is awake serves all attempts
  problem.tuning.finder_for = [&](const Polygraph& polygraph) {
    if (!pruner.finder) pruner = choose_pruner(options.pruner, polygraph);
    return pruner.finder.get();
  };
  ItemsFigures figures;
  Outcome outcome = solve_items(problem, options.limits, &figures);
  EncodingCounts encoding{figures.writer_pairs, figures.chain_pairs, figures.undecided_pairs};
  if (observations == nullptr) encoding.choices = 0;  // every read has one writer
  SolverCounts solver;
  if (figures.polygraph) {
    encoding.take(*figures.polygraph);
    solver = figures.polygraph->solver;
  }
  if (figures.is_executed) solver.conflicts = solver.conflicts.value_or(0) + figures.execution.conflicts;
  Solved solved{std::move(outcome),
                {{"encode", figures.encode_seconds}, {"prune", figures.prune_seconds}},
                named(encoding),
                named(solver)};
  const auto of_execution = [&](std::uint64_t count) {
    return figures.is_executed ? std::optional(count) : std::nullopt;
  };
  solved.counters.push_back({"steps", of_execution(figures.execution.steps)});
  solved.counters.push_back({"undone", of_execution(figures.execution.undone)});
  if (observations != nullptr)
    solved.counters.push_back({"repairs", of_execution(figures.execution.repairs)});
  if (figures.is_pruned) tell_pruner(pruner, solved);
  return solved;
}

// All pairs become constraints, pruning and the solver do the rest: what the papers do, for comparison.
Solved solve_encoded(const EncodedHistory& encoded, double encode_seconds, const Validated& validated,
                     const CheckOptions& options) {
  const Polygraph& polygraph = encoded.polygraph;
  PolygraphTuning tuning;
  tuning.solver = options.solver;
  tuning.encoding = options.encoding;
  tuning.formulation = options.formulation;
  tuning.closure = options.closure;
  tuning.propagate_by_closure = options.closure.has_value();
  tuning.prune = options.prune;
  tuning.threads = options.threads;
  tuning.seed = options.seed;
  tuning.heuristics = options.heuristics;
  const ChosenPruner pruner = options.prune ? choose_pruner(options.pruner, polygraph) : ChosenPruner{};
  tuning.finder = pruner.finder.get();
  PolygraphFigures figures;
  Outcome outcome = outcome_of(encoded, solve_polygraph(polygraph, tuning, options.limits, {}, &figures));
  EncodingCounts counts{.constraints = figures.variables,
                        .constraints_after_pruning = figures.variables_after_pruning,
                        .choices = encoded.choices};
  counts.take(figures);
  if (validated.items) {
    counts.writer_pairs = Chains(*validated.items, info(options.level).first_committer_wins).version_pairs();
    if (auto* reject = std::get_if<Reject>(&outcome))
      reject->suspects = with_context(*validated.items, reject->suspects);
  }
  Solved solved{std::move(outcome),
                {{"encode", encode_seconds}, {"prune", figures.prune_seconds}},
                named(counts),
                named(figures.solver)};
  if (options.prune) tell_pruner(pruner, solved);
  return solved;
}

// With all orders that may be used, then as the level has it.
Solved solve_by_polygraph(const History& history, const Validated& validated, const CheckOptions& options) {
  const Stopwatch watch;
  CheckOptions rest = options;
  double encode_seconds = 0;
  double prune_seconds = 0;
  if (const auto more = encode_with_more_orders(history, validated, options)) {
    encode_seconds = watch.seconds();
    Solved solved = solve_encoded(*more, encode_seconds, validated, rest);
    if (!std::holds_alternative<Reject>(solved.outcome)) return solved;
    prune_seconds = solved.phases[1].value;
    if (rest.limits.seconds) rest.limits.seconds = std::max(0.0, *options.limits.seconds - watch.seconds());
  }
  const Stopwatch encoding;
  const EncodedHistory encoded = encode_history(history, validated, rest);
  encode_seconds += encoding.seconds();
  Solved solved = solve_encoded(encoded, encode_seconds, validated, rest);
  solved.phases[1].value += prune_seconds;
  return solved;
}

constexpr double kShareOfExecuting = 0.3;  // of the time there is

// Predicates and values that repeat, by executing: most histories that are fine end here. Unknown if it does
// not come to an end.
Solved solve_by_observing(const History& history, const Validated& validated, const CheckOptions& options) {
  if (!Observations::can_check(history)) return {Unknown{}};
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
Solved solve_by_choices(const History& history, const WriterIndex& writers, const CheckOptions& options) {
  ChoicesStatistics statistics;
  ChoicesProblem problem{history, writers, options.level, options.clock_skew};
  problem.use_sessions = !options.use || options.use->sessions;
  problem.use_times = !options.use || options.use->real_time;
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
  const EncodingCounts encoding{.choices = statistics.choices,
                                .variables = statistics.variables,
                                .clauses = statistics.clauses,
                                .known_edges = statistics.known_edges};
  Solved solved{std::move(outcome),
                {},
                named(encoding),
                named(statistics.solver ? counts_of(*statistics.solver) : SolverCounts())};
  solved.counters.push_back({"attempts", statistics.attempts});
  solved.anomaly = std::move(proved);
  return solved;
}

Solved solve_by_search(const History& history, const CheckOptions& options) {
  if (!info(options.level).one_node)
    return {Unknown{fmt::format("the solver search does not decide {}", info(options.level).name)}};
  SearchStatistics statistics;
  Outcome outcome = search({history, options.level, options.clock_skew, {}}, options.limits, &statistics);
  Solved solved{std::move(outcome)};
  solved.counters.push_back({"steps", statistics.steps});
  solved.counters.push_back({"states", statistics.states});
  solved.counters.push_back({"backtracks", statistics.backtracks});
  return solved;
}

}  // namespace

std::vector<Count> uncounted_encoding() { return named(EncodingCounts()); }
std::vector<Count> uncounted_solving() { return named(SolverCounts()); }

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

Solved solve_somehow(const History& history, const Validated& validated, const CheckOptions& options) {
  if (options.solver == Solver::kSearch) return solve_by_search(history, options);
  if (!options.guess || options.solver != Solver::kCdcl)
    return solve_by_polygraph(history, validated, options);
  if (validated.items) return solve_by_executing(history, *validated.items, options);
  const Watch watch(options.limits);
  Solved solved = solve_by_observing(history, validated, options);
  if (!std::holds_alternative<Unknown>(solved.outcome)) return solved;
  CheckOptions rest = options;
  rest.limits = watch.rest();
  std::optional<WriterIndex> made;
  if (!validated.writers) made.emplace(history);
  solved = solve_by_choices(history, made ? *made : *validated.writers, rest);
  if (auto* unknown = std::get_if<Unknown>(&solved.outcome); unknown != nullptr && watch.is_over())
    unknown->reason = watch.reason().reason;
  return solved;
}

}  // namespace

Solved solve(const History& history, const Validated& validated, const CheckOptions& options) {
  Solved solved = solve_somehow(history, validated, options);
  std::ranges::move(unused_orders(history, options, validated.items.has_value()),
                    std::back_inserter(solved.warnings));
  return solved;
}

}  // namespace isolde
