#include "explain/prove_choices.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/clock.hpp"
#include "explain/cases/case_search.hpp"
#include "explain/cases/telling_leaf.hpp"
#include "explain/shrink.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostNodes = 20'000;
constexpr std::size_t kMostNodesPerProbe = 3'000;
constexpr std::size_t kMostNodesOfWeaker = 500;

class ChoiceProver {
 public:
  ChoiceProver(const ProveTask& task, bool prefers_cycles)
      : task_(task), prefers_cycles_(prefers_cycles), deadline_(task.seconds) {}

  std::optional<Explained> run(const ChoiceSuspects& suspects) {
    const ChoiceTask asked{task_.history, task_.writers, task_.level, task_.clock_skew};
    ChoiceIndex index(asked);
    facts_ = choice_facts(index, suspects.observations, suspects.txns, deadline_);
    // That nothing suits a transaction is a proof, but a cycle of what it saw here and there tells more.
    CaseOutcome outcome = probe(prefers_cycles_ ? without_impossible(facts_) : facts_, kMostNodes);
    if (prefers_cycles_ && is_refuted(outcome))
      facts_ = without_impossible(std::move(facts_));
    else if (prefers_cycles_)
      outcome = probe(facts_, kMostNodes);
    if (!is_refuted(outcome)) return std::nullopt;
    keep(std::move(outcome));
    while (proof_names_fewer()) {
      CaseOutcome again = probe(restrict_to(facts_, best_.transactions), kMostNodes);
      if (!is_refuted(again)) break;
      keep(std::move(again));
    }
    delete_needless();
    put_telling_leaf_last(best_.proof, weaker_execution());
    return Explained{facts_.txns, std::move(best_.proof)};
  }

 private:
  [[nodiscard]] static bool is_refuted(const CaseOutcome& outcome) {
    return outcome.answer == CaseOutcome::Answer::kRefuted;
  }
  [[nodiscard]] CaseOutcome probe(const ChoiceFacts& facts, std::size_t most_nodes) const {
    return search_cases(facts, task_.level, deadline_, most_nodes);
  }
  [[nodiscard]] bool proof_names_fewer() const {
    return best_.transactions.size() < facts_.txns.size() && !deadline_.expired();
  }
  void keep(CaseOutcome outcome) {
    best_ = std::move(outcome);
    facts_ = restrict_to(facts_, best_.transactions);
  }

  void delete_needless() {
    std::vector<TxnId> core = facts_.txns;
    shrink(core, deadline_, [&](const std::vector<TxnId>& rest) -> std::optional<std::vector<TxnId>> {
      CaseOutcome outcome = probe(restrict_to(facts_, rest), kMostNodesPerProbe);
      if (!is_refuted(outcome)) return std::nullopt;
      keep(std::move(outcome));
      return facts_.txns;
    });
  }

  // Fewer of the given orders first: that they were not kept says more than what the weaker graphs allow.
  enum class Keep : std::uint8_t { kAll, kSessions, kNone };

  [[nodiscard]] ChoiceFacts with_orders(Keep which) const {
    ChoiceFacts facts = facts_;
    std::erase_if(facts.known, [&](const ChoiceFacts::Known& known) {
      const DependencyKind kind = known.dependency.kind;
      if (kind == DependencyKind::kRt) return which != Keep::kAll;
      return kind == DependencyKind::kSo && which == Keep::kNone;
    });
    return facts;
  }

  // At the strongest of what is weaker than the level that can be satisfied.
  [[nodiscard]] std::vector<Assumption> weaker_execution() const {
    constexpr Level kGraphs[] = {Level::kSerializable, Level::kSnapshotIsolation, Level::kPrefixConsistency};
    const LevelInfo& level = info(task_.level);
    const std::size_t own = level.one_node ? 0 : level.first_committer_wins ? 1 : 2;
    for (std::size_t graph = own; graph < std::size(kGraphs); ++graph) {
      for (const Keep which : {Keep::kAll, Keep::kSessions, Keep::kNone}) {
        if (graph == own && which == Keep::kAll) continue;  // the level itself
        const ChoiceFacts weaker = with_orders(which);
        if (weaker.known.size() == facts_.known.size() && which != Keep::kAll) continue;
        CaseOutcome outcome = search_cases(weaker, kGraphs[graph], deadline_, kMostNodesOfWeaker);
        if (outcome.answer == CaseOutcome::Answer::kExecution) return std::move(outcome.execution);
      }
    }
    return {};
  }

  const ProveTask& task_;
  const bool prefers_cycles_;
  const Deadline deadline_;
  ChoiceFacts facts_;
  CaseOutcome best_;
};

}  // namespace

std::vector<TxnId> suspects_of(const History& history) {
  std::vector<TxnId> all;
  for (const TxnId txn : history.transactions())
    if (history.status(txn) != TxnStatus::kAborted) all.push_back(txn);
  return all;
}

ChoiceSuspects all_suspects(const History& history) {
  return {all_observations(history), suspects_of(history)};
}

std::optional<Explained> prove_choices(const ProveTask& task, const ChoiceSuspects& suspects,
                                       bool prefers_cycles) {
  return ChoiceProver(task, prefers_cycles).run(suspects);
}

}  // namespace isolde
