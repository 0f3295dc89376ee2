#include "explain/prove.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "base/sort_unique.hpp"
#include "encode/items/encode.hpp"
#include "encode/items/key_chains.hpp"
#include "explain/cases/case_tree.hpp"
#include "explain/cases/core_facts.hpp"
#include "explain/refute.hpp"
#include "explain/shrink.hpp"
#include "history/findings/validation.hpp"

namespace isolde {
namespace {

// The bit matrix of more would take hundreds of megabytes.
constexpr std::size_t kMostSuspectsOfCore = 12'000;
// Beyond this the pairs of all versions are too many, and chains are used first.
constexpr std::size_t kMostForFacts = 150;
constexpr std::size_t kMostPairs = 500'000;
constexpr std::size_t kBranchesPerProbe = 2'000;

class Prover {
 public:
  explicit Prover(const ProveTask& task)
      : task_(task), counts_(counting_transactions(task.history, task.writers)), deadline_(task.seconds) {}

  std::optional<Explained> run(std::vector<TxnId> suspects) {
    std::erase_if(suspects, [&](TxnId txn) { return !counts_[txn.index()]; });
    sort_unique(suspects);
    if (suspects.size() > kMostSuspectsOfCore) return std::nullopt;
    while (suspects.size() > kMostForFacts && shrink_by_chains(suspects)) {
    }
    if (has_model_ && task_.history.predicate_count() == 0) return std::nullopt;
    facts_ = facts_of(task_.history, task_.writers, task_.level, task_.clock_skew, suspects);
    if (facts_.pair_count() > kMostPairs) return std::nullopt;
    while (shrink_by_blame()) {
    }
    if (!is_refuted_) return std::nullopt;
    delete_needless();
    // The proof gets as much time again.
    const Deadline for_proof(task_.seconds);
    std::optional<Proof> proof = prove_by_cases(facts_, task_.level, for_proof);
    if (!proof) return std::nullopt;
    return Explained{facts_.txns, *std::move(proof)};
  }

 private:
  [[nodiscard]] bool shrink_by_chains(std::vector<TxnId>& suspects);
  [[nodiscard]] bool shrink_by_blame();
  void delete_needless();
  [[nodiscard]] RefuteOutcome probe(const CoreFacts& facts) const {
    return refute(polygraph_of(facts, task_.level), deadline_, kBranchesPerProbe);
  }

  const ProveTask& task_;
  const std::vector<bool> counts_;
  const Deadline deadline_;
  CoreFacts facts_;
  bool is_refuted_ = false;
  bool has_model_ = false;  // of what items say; only predicates may still refute
};

// Those that the encoded polygraph blames, and what they rest on: the writers of what they read, and the
// chains that the versions concerned belong to. True if that is a smaller set that is still refuted.
bool Prover::shrink_by_chains(std::vector<TxnId>& suspects) {
  const Demands demands = demands_of(task_.level, task_.clock_skew);
  const auto items_of = [&](const std::vector<TxnId>& txns) {
    std::vector<bool> members(task_.history.transaction_count());
    for (const TxnId txn : txns) members[txn.index()] = true;
    return Items(task_.history, task_.writers, members);
  };
  const auto refuted = [&](const Items& items) {
    return refute(encode(task_.history, items, demands), deadline_, kBranchesPerProbe);
  };
  const Items items = items_of(suspects);
  const RefuteOutcome outcome = refuted(items);
  has_model_ = outcome.answer == RefuteAnswer::kModel;
  if (outcome.answer != RefuteAnswer::kRefuted) return false;

  std::vector<TxnId> few = outcome.transactions;
  for (const TxnId txn : outcome.transactions)
    for (const Version version : items.reads(items.member(txn)))
      if (!items.is_initial(version)) few.push_back(items.txn(items.writer(version)));
  sort_unique(few);
  if (few.size() < suspects.size() && refuted(items_of(few)).answer == RefuteAnswer::kRefuted) {
    suspects = std::move(few);
    return true;
  }
  const KeyChains chains(items, info(task_.level).first_committer_wins);
  std::vector<TxnId> more = few;
  for (const TxnId txn : few) {
    const Member member = items.member(txn);
    for (Version version = items.install_begin(member); version < items.install_end(member); ++version) {
      if (chains.chain(version) == kNone) continue;
      for (Version at = chains[chains.chain(version)].head; at != kNone; at = chains.next(at))
        if (!items.is_initial(at)) more.push_back(items.txn(items.writer(at)));
    }
  }
  sort_unique(more);
  if (more.size() >= suspects.size() || refuted(items_of(more)).answer != RefuteAnswer::kRefuted)
    return false;
  suspects = std::move(more);
  return true;
}

// True if fewer are to blame than we have.
bool Prover::shrink_by_blame() {
  RefuteOutcome outcome = probe(facts_);
  if (outcome.answer != RefuteAnswer::kRefuted) return false;
  is_refuted_ = true;
  const bool shrinks = outcome.transactions.size() < facts_.txns.size();
  if (shrinks) facts_ = restrict_to(facts_, outcome.transactions);
  return shrinks;
}

void Prover::delete_needless() {
  std::vector<TxnId> core = facts_.txns;
  shrink(core, deadline_, [&](const std::vector<TxnId>& rest) -> std::optional<std::vector<TxnId>> {
    const CoreFacts fewer = restrict_to(facts_, rest);
    RefuteOutcome outcome = probe(fewer);
    if (outcome.answer != RefuteAnswer::kRefuted) return std::nullopt;
    facts_ = restrict_to(fewer, outcome.transactions);
    return std::move(outcome.transactions);
  });
}

}  // namespace

std::optional<Explained> prove(const ProveTask& task, const std::vector<TxnId>& suspects) {
  return Prover(task).run(suspects);
}

}  // namespace isolde
