#include "check/explain.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "certify/cycle_name.hpp"
#include "encode/known_order.hpp"
#include "history/reads.hpp"
#include "history/validation.hpp"
#include "solver/search.hpp"
#include "solver/search_core.hpp"

namespace isolde {
namespace {

// Saturation is cubic; beyond this many transactions it only looks at the core.
constexpr std::size_t kMostForSaturation = 300;
constexpr double kMostSecondsForCore = 5;

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

Anomaly from_cycle(const History& history, std::vector<Dependency> cycle) {
  Anomaly anomaly;
  anomaly.name = name_cycle(history, cycle);
  for (const Dependency& edge : cycle) {
    anomaly.transactions.push_back(edge.from);
    if (edge.witness.is_valid()) anomaly.transactions.push_back(edge.witness);
  }
  sort_unique(anomaly.transactions);
  anomaly.cycle = std::move(cycle);
  return anomaly;
}

}  // namespace

Anomaly explain(const History& history, const WriterIndex& writers, const CheckOptions& options) {
  const std::vector<bool> counts = counting_transactions(history, writers);
  const auto cycle_among = [&](const std::vector<TxnId>& txns) {
    return find_known_cycle(history, writers, options.level, options.clock_skew, txns);
  };
  std::vector<TxnId> all;
  for (const TxnId txn : history.transactions())
    if (counts[txn.index()]) all.push_back(txn);
  if (all.size() <= kMostForSaturation)
    if (auto cycle = cycle_among(all)) return from_cycle(history, *std::move(cycle));

  Limits limits = options.limits;
  limits.seconds = std::min(limits.seconds.value_or(kMostSecondsForCore), kMostSecondsForCore);
  const std::vector<TxnId> core = minimal_core({history, options.level, options.clock_skew, {}}, limits);
  std::vector<TxnId> story = with_writers(history, writers, counts, core);
  if (story.size() <= kMostForSaturation)
    if (auto cycle = cycle_among(story)) return from_cycle(history, *std::move(cycle));
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
