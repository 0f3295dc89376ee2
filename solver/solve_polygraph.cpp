#include "solver/solve_polygraph.hpp"

#include <algorithm>

#include "polygraph/components.hpp"
#include "polygraph/reduce.hpp"
#include "solver/backends/backends.hpp"
#include "solver/tuning.hpp"
#include "solver/watch.hpp"

namespace isolde {
namespace {

std::vector<TxnId> sorted(std::vector<TxnId> txns) {
  std::ranges::sort(txns);
  txns.erase(std::ranges::unique(txns).begin(), txns.end());
  return txns;
}

std::vector<TxnId> transactions_at(const Polygraph& polygraph, std::span<const Node> nodes) {
  std::vector<TxnId> txns;
  for (const Node node : nodes)
    if (polygraph.meaning(node).txn.is_valid()) txns.push_back(polygraph.meaning(node).txn);
  return sorted(std::move(txns));
}

// What pruning derived rests on more than shows in a refutation of the rest, so everybody is suspect.
std::vector<TxnId> everybody(const Polygraph& polygraph) {
  std::vector<TxnId> txns;
  for (Node node = 0; node < polygraph.node_count(); ++node)
    if (polygraph.meaning(node).txn.is_valid()) txns.push_back(polygraph.meaning(node).txn);
  txns = sorted(std::move(txns));
  if (txns.size() > kMostTellable) txns.clear();
  return txns;
}

std::vector<TxnId> suspects_of(const Polygraph& polygraph, const PruneRefutation& refutation) {
  std::vector<TxnId> txns = transactions_at(polygraph, refutation.nodes);
  for (const PruneStep& step : refutation.steps) {
    const Meaning& meaning = polygraph.meaning_of(step.literal.variable());
    for (const TxnId txn : {meaning.first, meaning.second})
      if (txn.is_valid()) txns.push_back(txn);
  }
  return sorted(std::move(txns));
}

// Then there is no model, and splitting makes no sense.
bool has_empty_clause(const Polygraph& polygraph) {
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    if (polygraph.clause(i).empty()) return true;
  return false;
}

class PolygraphSolver {
 public:
  PolygraphSolver(const Polygraph& polygraph, const SolverOptions& options, const Limits& limits,
                  std::span<const Node> guess, PolygraphFigures& figures, CycleFinder* finder)
      : polygraph_(polygraph),
        options_(options),
        watch_(limits),
        limits_(limits),
        guess_(guess),
        figures_(figures),
        finder_(finder) {}

  Outcome run() {
    figures_.known_edges = polygraph_.known().size();
    figures_.variables = polygraph_.variable_count();
    figures_.clauses = polygraph_.clause_count();
    if (!options_.prune) return solve(polygraph_, {});
    const Stopwatch stopwatch;
    PruneOutcome outcome =
        prune(polygraph_, {closure_kind(), options_.threads, Deadline(limits_.seconds), finder_});
    figures_.prune_seconds = stopwatch.seconds();
    if (const auto* refutation = std::get_if<PruneRefutation>(&outcome))
      return Reject{suspects_of(polygraph_, *refutation)};
    const auto& pruned = std::get<Pruned>(outcome);
    figures_.rounds = pruned.rounds;
    figures_.variables_after_pruning = pruned.after.variables;
    if (watch_.is_over()) return watch_.reason();
    const Reduced rest = reduce(polygraph_, pruned);
    return solve(rest.polygraph, pruned.decisions, rest.originals);
  }

 private:
  [[nodiscard]] ClosureKind closure_kind() const {
    return options_.closure ? *options_.closure : choose_closure(polygraph_.node_count(), polygraph_.hints);
  }

  Outcome solve(const Polygraph& rest, std::span<const PrunedValue> decided,
                std::span<const Variable> originals = {}) {
    if (!has_empty_clause(rest)) figures_.components = split(rest, {}).components.size();
    const bool is_rewritten = options_.formulation == Formulation::kCobra;
    const Polygraph rewritten = is_rewritten ? edge_per_variable(rest) : Polygraph();
    PolygraphOutcome outcome =
        solve_with(is_rewritten ? rewritten : rest, options_, watch_.rest(), guess_, &figures_.solver);
    // In terms of the whole limit, not of what pruning left of it.
    if (auto* unknown = std::get_if<Unknown>(&outcome))
      return watch_.is_over() ? watch_.reason() : *std::move(unknown);
    if (const auto* refutation = std::get_if<Refutation>(&outcome))
      return Reject{decided.empty() ? transactions_at(polygraph_, refutation->nodes) : everybody(polygraph_)};
    auto& model = std::get<Model>(outcome);
    model.values.resize(rest.variable_count());
    if (!decided.empty()) model.values = complete(model.values, decided, originals);
    return Accept{schedule_of(polygraph_, model)};
  }

  [[nodiscard]] static std::vector<bool> complete(const std::vector<bool>& rest,
                                                  std::span<const PrunedValue> decided,
                                                  std::span<const Variable> originals) {
    std::vector<bool> values(decided.size());
    for (std::size_t i = 0; i < decided.size(); ++i) values[i] = decided[i] == PrunedValue::kTrue;
    for (std::size_t i = 0; i < originals.size(); ++i) values[originals[i]] = rest[i];
    return values;
  }

  const Polygraph& polygraph_;
  const SolverOptions& options_;
  const Watch watch_;
  const Limits& limits_;
  const std::span<const Node> guess_;
  PolygraphFigures& figures_;
  CycleFinder* const finder_;
};

}  // namespace

Outcome solve_polygraph(const Polygraph& polygraph, const SolverOptions& options, const Limits& limits,
                        std::span<const Node> guess, PolygraphFigures* figures, CycleFinder* finder) {
  PolygraphFigures unseen;
  return PolygraphSolver(polygraph, options, limits, guess, figures != nullptr ? *figures : unseen, finder)
      .run();
}

Schedule schedule_of(const Polygraph& polygraph, const Model& model) {
  std::vector<TxnId> without_effect;
  for (Variable variable = 0; variable < polygraph.variable_count(); ++variable)
    if (polygraph.meaning_of(variable).kind == Meaning::Kind::kTakesEffect && !model.values[variable])
      without_effect.push_back(polygraph.meaning_of(variable).first);
  std::ranges::sort(without_effect);
  Schedule schedule;
  for (const Node node : model.order) {
    const Polygraph::NodeMeaning& meaning = polygraph.meaning(node);
    if (meaning.txn.is_valid() && !std::ranges::binary_search(without_effect, meaning.txn))
      schedule.push_back({meaning.txn, meaning.kind});
  }
  return schedule;
}

}  // namespace isolde
