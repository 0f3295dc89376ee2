#include "check/explain.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "certify/cycle_name.hpp"
#include "history/reads.hpp"
#include "history/validation.hpp"
#include "solver/prove.hpp"
#include "solver/prove_choices.hpp"
#include "solver/search.hpp"
#include "solver/search_core.hpp"

namespace isolde {
namespace {

// Up to this many transactions all of them are suspects; beyond, somebody has to name some.
constexpr std::size_t kMostSuspects = 2000;
constexpr std::size_t kSmall = 40;
constexpr double kMostSeconds = 5;

void sort_unique(std::vector<TxnId>& txns) {
  std::ranges::sort(txns);
  const auto rest = std::ranges::unique(txns);
  txns.erase(rest.begin(), rest.end());
}

// The core's reads are to blame; the writers of what they read belong to the story.
std::vector<TxnId> with_writers(const History& history, const WriterIndex& writers,
                                const std::vector<bool>& counts, const std::vector<TxnId>& core) {
  std::vector<TxnId> all = core;
  const auto add = [&](KeyId key, ValueId value) {
    for_each_part(history, value, [&](ValueId part) {
      for (const Write& write : writers.find(key, part))
        if (counts[write.txn.index()]) all.push_back(write.txn);
    });
  };
  KeyStamps written(history.key_count());
  for (const TxnId txn : core)
    for_each_external_read(history, txn, written, [&](OpId, KeyId key, ValueId value) { add(key, value); });
  sort_unique(all);
  return all;
}

// The last leaf is the most telling one, and names the anomaly.
Anomaly from_proof(const History& history, Explained explained) {
  Anomaly anomaly;
  anomaly.cycle = explained.proof.back().cycle;
  anomaly.name = name_cycle(history, anomaly.cycle);
  anomaly.transactions = std::move(explained.core);
  anomaly.proof = std::move(explained.proof);
  return anomaly;
}

double seconds_to_spend(const CheckOptions& options) {
  return std::min(options.limits.seconds.value_or(kMostSeconds), kMostSeconds);
}

std::optional<Anomaly> explain_by(const History& history, const WriterIndex& writers,
                                  const CheckOptions& options, const std::vector<TxnId>& suspects) {
  std::optional<Explained> explained =
      prove({history, writers, options.level, options.clock_skew, seconds_to_spend(options)}, suspects);
  if (!explained) return std::nullopt;
  return from_proof(history, *std::move(explained));
}

}  // namespace

Anomaly explain(const History& history, const WriterIndex& writers, const CheckOptions& options,
                const Reject& suspects) {
  const ProveTask task{history, writers, options.level, options.clock_skew, seconds_to_spend(options)};
  const auto by_choices = [&](const ChoiceSuspects& some) -> std::optional<Anomaly> {
    auto explained = prove_choices(task, some);
    if (!explained) return std::nullopt;
    return from_proof(history, *std::move(explained));
  };
  const bool has_choices = !suspects.observations.empty();
  const bool is_small = history.transaction_count() <= kSmall;
  if (has_choices && is_small)
    if (auto anomaly = by_choices(all_suspects(history))) return *std::move(anomaly);
  if (has_choices)
    if (auto anomaly = by_choices({suspects.observations, suspects.suspects})) return *std::move(anomaly);
  if (!suspects.suspects.empty())
    if (auto anomaly = explain_by(history, writers, options, suspects.suspects)) return *std::move(anomaly);
  if (!has_choices && is_small)
    if (auto anomaly = by_choices(all_suspects(history))) return *std::move(anomaly);
  const std::vector<bool> counts = counting_transactions(history, writers);
  std::vector<TxnId> all;
  for (const TxnId txn : history.transactions())
    if (counts[txn.index()]) all.push_back(txn);
  if (all.size() <= kMostSuspects)
    if (auto anomaly = explain_by(history, writers, options, all)) return *std::move(anomaly);
  if (!info(options.level).one_node) return unexplained(options.level);  // the search knows no snapshots

  Limits limits = options.limits;
  limits.seconds = seconds_to_spend(options);
  const std::vector<TxnId> core = minimal_core({history, options.level, options.clock_skew, {}}, limits);
  std::vector<TxnId> story = with_writers(history, writers, counts, core);
  if (story.size() <= kMostSuspects)
    if (auto anomaly = explain_by(history, writers, options, story)) return *std::move(anomaly);
  Anomaly anomaly = unexplained(options.level);
  anomaly.transactions = std::move(story);
  return anomaly;
}

Anomaly unexplained(Level level) {
  Anomaly anomaly;
  anomaly.name = fmt::format("not-{}", info(level).name);
  return anomaly;
}

}  // namespace isolde
