#include "explain/observation_core.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "base/clock.hpp"
#include "encode/choices/choices.hpp"
#include "explain/shrink.hpp"
#include "solver/cdcl/cdcl.hpp"

namespace isolde {
namespace {

constexpr double kShareOfSuspects = 0.2;  // of the time there was

class ObservationCore {
 public:
  ObservationCore(const ChoiceTask& task, double seconds)
      : task_(task),
        history_(task.history),
        seconds_(seconds),
        deadline_(seconds),
        items_(task.history, task.writers, may_count(task.history)),
        index_(task) {}

  ChoiceSuspects run() {
    std::vector<Observation> all;
    const KeepObservation take_note = [&](Member member, std::uint32_t key) {
      all.push_back(observation(member, key));
      return true;
    };
    if (!refutes(take_note)) return {};
    core_blamed_ = blamed_;
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    core_ = std::move(all);
    put_hard_ones_first();
    delete_needless();
    return suspects();
  }

 private:
  [[nodiscard]] Observation observation(Member member, std::uint32_t key) const {
    return {items_.txn(member), key == kNone ? KeyId() : KeyId(key)};
  }

  // What is asked about first is dropped first, and there may be several refutations: whose values are
  // computed from unknown ones are the longest to prove, and adding up is longer still.
  void put_hard_ones_first() {
    std::vector<std::size_t> unknown(history_.key_count(), kNone);
    const auto hardness = [&](const Observation& each) -> std::size_t {
      if (!each.key.is_valid()) return kNone;
      std::size_t& count = unknown[each.key.index()];
      if (count == kNone)
        count = static_cast<std::size_t>(std::ranges::count_if(
            index_.versions(each.key).entries, [](const ChoiceIndex::Entry& entry) { return !entry.value; }));
      return count;
    };
    std::ranges::stable_sort(core_, std::greater{}, hardness);
  }

  [[nodiscard]] bool refutes(const std::vector<Observation>& observations) {
    std::vector<Observation> kept = observations;
    std::ranges::sort(kept);
    return refutes([&](Member member, std::uint32_t key) {
      return std::ranges::binary_search(kept, observation(member, key));
    });
  }
  [[nodiscard]] bool refutes(const KeepObservation& keep) {
    if (deadline_.expired()) return false;
    ChoiceOptions options;
    options.keep = &keep;
    const EncodedChoices encoded = encode_choices(history_, items_, demands_of(task_.level, task_.clock_skew),
                                                  options, [&] { return deadline_.expired(); });
    blamed_.clear();
    for (const ImpossibleTouch& each : encoded.impossible) blamed_.insert(items_.txn(each.member));
    if (!encoded.impossible.empty()) return true;
    Limits limits;
    limits.seconds = std::max(0.0, seconds_ - watch_.seconds());
    const PolygraphOutcome outcome = solve_cdcl(encoded.graph, {}, limits, {}, nullptr);
    const auto* refutation = std::get_if<Refutation>(&outcome);
    if (refutation == nullptr) return false;
    for (const Node node : refutation->nodes)
      if (const TxnId txn = encoded.graph.meaning(node).txn; txn.is_valid()) blamed_.insert(txn);
    return true;
  }

  void delete_needless() {
    using Observations = std::vector<Observation>;
    shrink(core_, deadline_, [&](const Observations& rest) -> std::optional<Observations> {
      if (!refutes(rest)) return std::nullopt;
      core_blamed_ = blamed_;
      return rest;
    });
  }

  // Who observed, whose versions they can have seen, and whom the refutation blames. Of computed values,
  // everybody who takes part in computing them. Aggregates looked at every key: if they could not be told
  // apart from what is not needed, there is no time to go through them all.
  [[nodiscard]] ChoiceSuspects suspects() {
    const Deadline grace(kShareOfSuspects * seconds_);
    std::set<TxnId> txns = core_blamed_;
    std::set<Observation> observations;
    const auto add_key = [&](TxnId reader, KeyId key) {
      const Observation observation{reader, key};
      observations.insert(observation);
      const ChoiceIndex::Found found = index_.sources(observation, index_.steps(observation));
      txns.insert(found.sources.begin(), found.sources.end());
      txns.insert(found.hiders.begin(), found.hiders.end());
      const ChoiceIndex::KeyVersions& versions = index_.versions(key);
      if (versions.uses == ChoiceIndex::kWholes) return;
      for (const ChoiceIndex::Entry& entry : versions.entries) {
        txns.insert(entry.txn);
        observations.insert({entry.txn, key});
      }
    };
    for (const Observation& each : core_) {
      if (grace.expired()) break;
      txns.insert(each.txn);
      if (each.key.is_valid()) {
        add_key(each.txn, each.key);
        continue;
      }
      observations.insert(each);
      for (std::size_t key = 0; key < history_.key_count() && !grace.expired(); ++key)
        add_key(each.txn, KeyId(key));
    }
    txns.erase(TxnId());
    return {{observations.begin(), observations.end()}, {txns.begin(), txns.end()}};
  }

  const ChoiceTask& task_;
  const History& history_;
  const double seconds_;
  const Stopwatch watch_;
  const Deadline deadline_;
  const Items items_;
  ChoiceIndex index_;
  std::vector<Observation> core_;
  std::set<TxnId> blamed_;       // by the last refutation
  std::set<TxnId> core_blamed_;  // by that of the core
};

}  // namespace

ChoiceSuspects observation_core(const ChoiceTask& task, double seconds) {
  return ObservationCore(task, seconds).run();
}

}  // namespace isolde
