// Emme: validation, then the version orders by themselves, then the graph that they imply.
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "certify/cycle_name.hpp"
#include "certify/schedule/placement.hpp"
#include "certify/schedule/replay.hpp"
#include "closure/edge_lists.hpp"
#include "closure/topology.hpp"
#include "history/findings/computed_keys.hpp"
#include "history/findings/validation.hpp"
#include "history/spelling.hpp"
#include "promise/promise.hpp"
#include "promise/promised_graph.hpp"
#include "promise/promised_versions.hpp"

namespace isolde {
namespace {

Decision decision_for(const PromiseOptions& options, Verdict verdict) {
  Decision decision;
  decision.verdict = verdict;
  decision.level = options.level;
  decision.mode = options.mode;
  return decision;
}

Decision undecided_promise(const PromiseOptions& options, std::string reason) {
  Decision decision = decision_for(options, Verdict::kUnknown);
  decision.reason = std::move(reason);
  return decision;
}

// A key whose versions are not made by single writes, so that a version order cannot name them.
KeyId key_without_versions(const History& history) {
  const std::vector<bool> computed = computed_keys(history);
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    if (is_predicate(kind)) continue;
    const KeyId key = history.key(OpId(i));
    if (kind == OpKind::kAdd || kind == OpKind::kIncrement || computed[key.index()]) return key;
  }
  return {};
}

bool has_appends(const History& history) {
  for (std::size_t i = 0; i < history.operation_count(); ++i)
    if (history.kind(OpId(i)) == OpKind::kAppend) return true;
  return false;
}

class VersionPromise {
 public:
  VersionPromise(const History& history, const PromiseOptions& options, const WriterIndex& writers,
                 const PromisedVersions& versions)
      : history_(history),
        options_(options),
        versions_(versions),
        graph_(history, writers, versions, options.level, options.clock_skew) {}

  Decision judge() {
    std::optional<std::vector<Node>> order = sort({});
    if (notes_.broken) return broken(options_, *notes_.broken);
    if (!order) return blame_cycle();
    const bool has_guesses = notes_.open_reader.is_valid() || versions_.is_guessed();
    if (has_guesses) {
      std::vector<std::uint32_t> ranks(order->size());
      for (std::size_t i = 0; i < order->size(); ++i) ranks[(*order)[i]] = static_cast<std::uint32_t>(i);
      order = sort(ranks);
      if (!order) return undecided_promise(options_, why_open());
    }
    Decision decision = decision_for(options_, Verdict::kAccept);
    decision.schedule = graph_.schedule(*order);
    // The graph says all there is to say unless something is open; then the schedule has to be tried.
    const bool is_whole =
        !has_guesses && !notes_.without_versions.is_valid() && versions_.lists().are_known();
    if (is_whole || replays(decision.schedule)) return decision;
    return undecided_promise(options_, why_open());
  }

 private:
  std::optional<std::vector<Node>> sort(std::span<const std::uint32_t> ranks) {
    edges_ = graph_.edges(ranks, notes_);
    if (notes_.broken) return std::nullopt;
    return topological_order(EdgeLists(graph_.node_count(), edges_));
  }

  Decision blame_cycle() {
    Decision decision = decision_for(options_, Verdict::kReject);
    Anomaly& anomaly = decision.anomalies.emplace_back();
    anomaly.cycle = graph_.explain(find_cycle(graph_.node_count(), edges_), {});
    anomaly.name = name_cycle(history_, anomaly.cycle);
    for (const Dependency& edge : anomaly.cycle) anomaly.transactions.push_back(edge.from);
    return decision;
  }

  [[nodiscard]] bool replays(const Schedule& schedule) const {
    const LevelInfo& level = info(options_.level);
    Placement placement;
    return !place(history_, schedule, placement) &&
           !check_orders(history_, level, options_.clock_skew, placement) &&
           !replay(history_, level, schedule, placement);
  }

  [[nodiscard]] std::string why_open() const {
    if (notes_.open_reader.is_valid())
      return fmt::format(
          "{} saw a value that the version order has more than once, so which version it was is open",
          spell_transaction(history_, notes_.open_reader));
    if (versions_.is_guessed())
      return "a version order names a value that several transactions installed, and does not tell which is "
             "whose";
    if (notes_.without_versions.is_valid())
      return fmt::format("{} has a predicate operation without versions, so what it was evaluated on is open",
                         spell_transaction(history_, notes_.without_versions));
    return "the version order does not tell what a list holds";
  }

  const History& history_;
  const PromiseOptions& options_;
  const PromisedVersions& versions_;
  PromisedGraph graph_;
  PromisedGraph::Notes notes_;
  std::vector<Edge> edges_;
};

// What is left when validation found nothing.
Decision judge_orders(const History& history, const PromiseOptions& options, const WriterIndex& writers) {
  const PromisedVersions versions(history, writers, counting_transactions(history, writers),
                                  !info(options.level).first_committer_wins);
  if (versions.open_key().is_valid())
    return undecided_promise(options,
                             fmt::format("the version order of {} does not tell which of the indeterminate "
                                         "transactions took effect",
                                         spell_key(history, versions.open_key())));
  if (versions.broken()) return broken(options, *versions.broken());
  return VersionPromise(history, options, writers, versions).judge();
}

// Where updates may be lost, an order does not say what lists hold. Mostly none was lost, so that is tried
// first.
std::optional<Decision> judge_without_loss(const History& history, const PromiseOptions& options,
                                           const WriterIndex& writers) {
  if (options.level != Level::kPrefixConsistency || !has_appends(history)) return std::nullopt;
  PromiseOptions stronger = options;
  stronger.level = Level::kStrongSessionSnapshotIsolation;
  Decision decision = judge_orders(history, stronger, writers);
  if (decision.verdict != Verdict::kAccept) return std::nullopt;
  decision.level = options.level;
  return decision;
}

}  // namespace

Decision judge_version_orders(const History& history, const PromiseOptions& options) {
  if (const KeyId key = key_without_versions(history); key.is_valid())
    return undecided_promise(
        options, fmt::format("{} is a set, a counter or a list that is also written as a whole, which "
                             "has no version order by values",
                             spell_key(history, key)));
  const WriterIndex writers(history);
  const std::vector<Finding> findings = validate(history, writers);
  for (const Finding& finding : findings)
    if (is_violation(finding.kind)) {
      Decision decision = broken(options, {}, findings);
      decision.anomalies.erase(decision.anomalies.begin());
      return decision;
    }
  std::optional<Decision> decision = judge_without_loss(history, options, writers);
  return decision ? *std::move(decision) : judge_orders(history, options, writers);
}

}  // namespace isolde
