#include "solver/solve_choices.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "encode/choices/choices.hpp"
#include "encode/items/items.hpp"
#include "solver/cdcl/cdcl.hpp"
#include "solver/relaxation.hpp"
#include "solver/search.hpp"
#include "solver/serial_execution.hpp"
#include "solver/tuning.hpp"

namespace isolde {
namespace {

class ChoicesSolver {
 public:
  ChoicesSolver(const ChoicesProblem& problem, const Limits& limits, ChoicesStatistics& statistics)
      : history_(problem.history),
        trace_(problem.trace),
        traces_early_(problem.trace && problem.confirms),
        heuristics_(problem.heuristics),
        limits_(limits),
        statistics_(statistics),
        items_(problem.history, problem.writers, may_count(problem.history)) {}

  Outcome attempt(const Demands& demands, bool is_last) {
    const double share = is_last ? 1.0 : kShareOfChoiceAttempt;
    ++statistics_.attempts;
    const Deadline deadline(limits_left(share).seconds);
    const EncodedChoices encoded = encode_choices(
        history_, items_, demands, choice_options(limits_.memory_bytes), [&] { return deadline.expired(); });
    const Polygraph& graph = encoded.graph;
    statistics_.choices = encoded.choices;
    statistics_.variables = graph.variable_count();
    statistics_.clauses = graph.clause_count();
    statistics_.known_edges = graph.known().size();
    if (!encoded.impossible.empty()) return reject(demands, encoded, {}, is_last);
    CdclOptions cdcl;
    cdcl.heuristics = heuristics_;
    const PolygraphOutcome outcome =
        solve_cdcl(graph, cdcl, limits_left(share), {}, &statistics_.solver.emplace());
    if (const auto* unknown = std::get_if<Unknown>(&outcome)) return is_late() ? out_of_time() : *unknown;
    if (const auto* refutation = std::get_if<Refutation>(&outcome))
      return reject(demands, encoded, *refutation, is_last);
    if (encoded.left_out && is_late()) return out_of_time();
    Accept found = accept(encoded, std::get<Model>(outcome));
    if (!encoded.left_out || (demands.one_node && executes(demands, found.schedule))) return found;
    if (is_last && demands.one_node) return search_instead(demands);
    return Unknown{*encoded.left_out, std::move(found.schedule)};
  }

 private:
  [[nodiscard]] Limits limits_left(double share) const {
    Limits left = limits_;
    if (left.seconds) left.seconds = share * std::max(0.0, *left.seconds - watch_.seconds());
    return left;
  }

  [[nodiscard]] bool is_late() const { return limits_.seconds && watch_.seconds() >= *limits_.seconds; }
  [[nodiscard]] Unknown out_of_time() const {
    return {fmt::format("the time limit of {:g} s was reached", limits_.seconds.value_or(0))};
  }

  // Whether the order explains everything, what was left out included. One node per transaction.
  [[nodiscard]] bool executes(const Demands& demands, const Schedule& schedule) const {
    SerialExecution execution(history_, demands.rows_bind);
    return std::ranges::all_of(schedule, [&](const Event& event) { return execution.run(event.txn, true); });
  }

  // Where values have too many possible histories to be encoded, executing is all that is left.
  [[nodiscard]] Outcome search_instead(const Demands& demands) const {
    return search({history_, demands}, limits_left(1.0));
  }

  // Only the last word needs reasons, and an earlier one that might be the last.
  [[nodiscard]] Reject reject(const Demands& demands, const EncodedChoices& encoded,
                              const Refutation& refutation, bool is_last) const {
    if (!trace_ || (!is_last && !traces_early_)) return {};
    const auto trace = [&](std::size_t most_sources) {
      const double seconds = std::max(is_last ? kLeastForTracing : 0, kShareOfTracing * watch_.seconds());
      return trace_({items_, encoded, refutation.nodes, demands,
                     std::min(seconds, limits_left(1.0).seconds.value_or(seconds)), most_sources});
    };
    TracedChoices few = trace(kMostSources);
    TracedChoices more;
    if (is_last && !few.is_whole) more = trace(history_.transaction_count());
    return {std::move(few.suspects.txns), std::move(few.suspects.observations), std::move(more.suspects.txns),
            std::move(more.suspects.observations)};
  }

  // Who does not take effect is left out.
  [[nodiscard]] Accept accept(const EncodedChoices& encoded, const Model& model) const {
    Accept accept;
    for (const Node node : model.order) {
      const Polygraph::NodeMeaning& meaning = encoded.graph.meaning(node);
      if (!meaning.txn.is_valid()) continue;
      const Variable effect = encoded.takes_effect[items_.member(meaning.txn)];
      if (effect == EncodedChoices::kAlways || (effect != EncodedChoices::kNever && model.values[effect]))
        accept.schedule.push_back({meaning.txn, meaning.kind});
    }
    return accept;
  }

  const History& history_;
  const TraceChoices& trace_;
  const bool traces_early_;
  const Heuristics heuristics_;
  const Limits& limits_;
  const Stopwatch watch_;
  ChoicesStatistics& statistics_;
  const Items items_;
};

}  // namespace

Outcome solve_choices(const ChoicesProblem& problem, const Limits& limits, ChoicesStatistics* statistics) {
  ChoicesStatistics ignored;
  ChoicesSolver solver(problem, limits, statistics != nullptr ? *statistics : ignored);
  std::vector<Demands> steps{problem.demands};
  if (problem.strengthen)
    steps = relaxations(problem.history, problem.demands, problem.use, nullptr, Deciding::kByChoices);
  const auto try_stronger = [&](const Demands& demands) -> std::optional<Outcome> {
    Outcome outcome = solver.attempt(demands, false);
    const auto* reject = std::get_if<Reject>(&outcome);
    const bool is_refuted = problem.confirms && reject != nullptr && problem.confirms(*reject);
    if (is_refuted || std::holds_alternative<Accept>(outcome)) return outcome;
    return std::nullopt;
  };
  return relax(steps, try_stronger, [&](const Demands& demands) { return solver.attempt(demands, true); });
}

}  // namespace isolde
