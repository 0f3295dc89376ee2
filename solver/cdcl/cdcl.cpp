#include "solver/cdcl/cdcl.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "base/contract.hpp"
#include "closure/closure.hpp"
#include "polygraph/components.hpp"
#include "solver/cdcl/first_model.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/cdcl/part_solver.hpp"
#include "solver/cdcl/phases.hpp"

namespace isolde {
namespace {

std::vector<Part> components_of(const Polygraph& polygraph) {
  static_assert(kNoPart == Components::kNowhere);
  const Components components = split(polygraph, {});
  std::vector<std::uint32_t> part_of_variable(polygraph.variable_count(), kNoPart);
  for (std::size_t i = 0; i < components.components.size(); ++i)
    for (const Variable variable : components.components[i].variables)
      part_of_variable[variable] = static_cast<std::uint32_t>(i);
  return make_parts(polygraph, components.components.size(), components.by_node, part_of_variable);
}

bool has_empty_clause(const Polygraph& polygraph) {
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    if (polygraph.clause(i).empty()) return true;
  return false;
}

RefutationTrace trace_at_once(const Polygraph& polygraph) {
  RefutationTrace trace;
  trace.steps.emplace_back();
  if (has_empty_clause(polygraph)) return trace;
  trace.steps.back().kind = ClauseProof::Kind::kTheory;
  trace.steps.back().cycle = find_cycle(polygraph.node_count(), polygraph.known());
  return trace;
}

// Decides without any search: some polygraphs have an empty clause or a known cycle, and some have a model
// that a good order of the nodes shows.
std::optional<PolygraphOutcome> decide_at_once(const Polygraph& polygraph, const Heuristics& heuristics,
                                               std::span<const Node> guess) {
  if (has_empty_clause(polygraph)) return Refutation{};
  std::optional<PolygraphOutcome> outcome = decide_by_order(polygraph, guess);
  if (!heuristics.first_model && outcome && std::holds_alternative<Model>(*outcome)) return std::nullopt;
  return outcome;
}

// Solves all parts, on several threads. A refuted part cancels those after it, never one before: so the first
// refuted part is the same however many threads there are.
class Parts {
 public:
  Parts(const Polygraph& polygraph, const CdclOptions& options, const Limits& limits,
        std::span<const Node> guess)
      : polygraph_(polygraph), options_(options), limits_(limits), parts_(components_of(polygraph)) {
    outcomes_.resize(parts_.size());
    if (guess.empty()) return;
    ISOLDE_REQUIRE(guess.size() == polygraph.node_count());
    guessed_ranks_.resize(guess.size());
    for (std::size_t i = 0; i < guess.size(); ++i) guessed_ranks_[guess[i]] = static_cast<std::uint32_t>(i);
  }

  void solve() {
    const std::size_t threads = std::min<std::size_t>(options_.threads, parts_.size());
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back([this] { work(); });
    work();
  }
  // After solve().
  [[nodiscard]] PolygraphOutcome outcome() const;
  [[nodiscard]] SolverStatistics statistics() const;
  [[nodiscard]] RefutationTrace trace() const {
    return refuted_ < parts_.size() ? outcomes_[refuted_].trace : RefutationTrace();
  }

 private:
  void work();
  [[nodiscard]] Model model() const;
  [[nodiscard]] Refutation refutation(const Core& core) const;

  const Polygraph& polygraph_;
  const CdclOptions& options_;
  SharedLimits limits_;
  std::vector<std::uint32_t> guessed_ranks_;
  const std::vector<Part> parts_;
  std::vector<PartOutcome> outcomes_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> refuted_ = static_cast<std::size_t>(-1);  // the first part known to be
};

void Parts::work() {
  for (std::size_t i = next_++; i < parts_.size(); i = next_++) {
    if (refuted_ < i) continue;
    outcomes_[i] = solve_part(
        {polygraph_, parts_[i], options_, guessed_ranks_, [this, i] { return refuted_ < i; }}, limits_);
    if (!std::holds_alternative<Core>(outcomes_[i].answer)) continue;
    std::size_t refuted = refuted_;
    while (i < refuted && !refuted_.compare_exchange_weak(refuted, i)) continue;
  }
}

PolygraphOutcome Parts::outcome() const {
  if (refuted_ < parts_.size()) return refutation(std::get<Core>(outcomes_[refuted_].answer));
  for (const PartOutcome& outcome : outcomes_)
    if (const auto* unknown = std::get_if<Unknown>(&outcome.answer)) return *unknown;
  return model();
}

SolverStatistics Parts::statistics() const {
  SolverStatistics sum;
  for (std::size_t i = 0; i < parts_.size() && i <= refuted_; ++i) sum += outcomes_[i].statistics;
  return sum;
}

Model Parts::model() const {
  Model model;
  model.values.resize(polygraph_.variable_count());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto& values = std::get<std::vector<bool>>(outcomes_[i].answer);
    for (std::size_t v = 0; v < values.size(); ++v) model.values[parts_[i].variables[v]] = values[v];
  }
  std::vector<Edge> edges = polygraph_.known();
  for (Variable variable = 0; variable < model.values.size(); ++variable) {
    const auto chosen = polygraph_.edges(Literal(variable, model.values[variable]));
    edges.insert(edges.end(), chosen.begin(), chosen.end());
  }
  const std::vector<std::int64_t> priorities(guessed_ranks_.begin(), guessed_ranks_.end());
  model.order = topological_order(polygraph_.node_count(), edges, priorities);
  ISOLDE_REQUIRE(model.order.size() == polygraph_.node_count());
  return model;
}

// All nodes of every transaction that is on a cycle or that a variable of the core is about; and the points
// in time on the cycles.
Refutation Parts::refutation(const Core& core) const {
  std::vector<bool> is_named;
  const auto name = [&](TxnId txn) {
    if (!txn.is_valid()) return;
    if (txn.index() >= is_named.size()) is_named.resize(txn.index() + 1);
    is_named[txn.index()] = true;
  };
  std::vector<bool> is_in(polygraph_.node_count());
  for (const Node node : core.nodes) {
    is_in[node] = true;
    name(polygraph_.meaning(node).txn);
  }
  for (const Variable variable : core.variables) {
    name(polygraph_.meaning_of(variable).first);
    name(polygraph_.meaning_of(variable).second);
  }
  Refutation refutation;
  for (Node node = 0; node < is_in.size(); ++node) {
    const TxnId txn = polygraph_.meaning(node).txn;
    if (is_in[node] || (txn.is_valid() && txn.index() < is_named.size() && is_named[txn.index()]))
      refutation.nodes.push_back(node);
  }
  return refutation;
}

}  // namespace

PolygraphOutcome solve_cdcl(const Polygraph& polygraph, const CdclOptions& options, const Limits& limits,
                            std::span<const Node> guess, SolverStatistics* statistics) {
  if (statistics != nullptr) *statistics = {};
  if (std::optional<PolygraphOutcome> at_once = decide_at_once(polygraph, options.heuristics, guess)) {
    if (options.trace != nullptr && std::holds_alternative<Refutation>(*at_once))
      *options.trace = trace_at_once(polygraph);
    return *std::move(at_once);
  }
  Parts parts(polygraph, options, limits, guess);
  parts.solve();
  if (options.trace != nullptr) *options.trace = parts.trace();
  if (statistics != nullptr) *statistics = parts.statistics();
  return parts.outcome();
}

}  // namespace isolde
