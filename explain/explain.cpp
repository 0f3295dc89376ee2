#include "explain/explain.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/sort_unique.hpp"
#include "certify/cycle_name.hpp"
#include "certify/verify.hpp"
#include "explain/cases/order_of_writers.hpp"
#include "explain/observation_core.hpp"
#include "explain/prove.hpp"
#include "explain/prove_choices.hpp"
#include "explain/search_core.hpp"
#include "history/anomaly.hpp"
#include "history/findings/validation.hpp"
#include "history/reads.hpp"
#include "solver/search.hpp"

namespace isolde {
namespace {

// Up to this many transactions all of them are suspects; beyond, somebody has to name some.
constexpr std::size_t kMostSuspects = 2000;
constexpr std::size_t kSmall = 40;
constexpr double kLeastSeconds = 5;         // for all that is tried, if the limit leaves as much
constexpr double kShareOfLimit = 1 / 12.0;  // where that is more
constexpr double kShareOfAttempt = 0.25;    // of the time left, where there is another way
constexpr double kShareOfCore = 0.6;        // of the time left, to find what to prove
constexpr double kShareAtOnce = 0.05;       // of the time left, where somebody else goes on
constexpr std::size_t kMostAtOnce = 100;    // suspects

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

// Tries one way after another, as long as there is time.
class Explainer {
 public:
  Explainer(const History& history, const WriterIndex& writers, const ExplainOptions& options)
      : history_(history), writers_(writers), options_(options) {}

  Anomaly run(const Reject& reject) {
    const bool has_choices = !reject.observations.empty();
    const bool is_small = history_.transaction_count() <= kSmall;
    std::optional<Anomaly> found;
    if (has_choices && is_small) found = by_choices(all_suspects(history_), kShareOfAttempt);
    if (!found && has_choices) found = by_choices({reject.observations, reject.suspects}, kShareOfAttempt);
    if (!found && !reject.suspects.empty()) found = by_items(reject.suspects);
    if (!found && !reject.more_observations.empty())
      found = by_choices({reject.more_observations, reject.more_suspects}, kShareOfAttempt);
    if (!found && !reject.more_suspects.empty()) found = by_items(reject.more_suspects);
    if (!found && !has_choices && is_small) found = by_choices(all_suspects(history_));
    if (!found) found = by_core();
    if (!found) found = without_suspects(reject);
    return *std::move(found);
  }

  // Few suspects either have a proof that is soon found, or an execution. Small histories are looked at as a
  // whole first, as run() does, so that the proof names as few transactions as one that is found later.
  [[nodiscard]] std::optional<Anomaly> at_once(const Reject& reject) const {
    if (reject.observations.empty() || reject.suspects.size() > kMostAtOnce) return std::nullopt;
    std::optional<Anomaly> found;
    if (history_.transaction_count() <= kSmall) found = by_choices(all_suspects(history_), kShareAtOnce);
    if (!found) found = by_choices({reject.observations, reject.suspects}, kShareAtOnce);
    if (found && !found->is_verified) found->is_verified = is_taken(found->proof);
    return found && found->is_verified ? std::move(found) : std::nullopt;
  }

 private:
  // None left: nothing is tried any more.
  [[nodiscard]] std::optional<double> seconds_left() const {
    const double left = most_seconds() - watch_.seconds();
    return left > 0 ? std::optional(left) : std::nullopt;
  }
  [[nodiscard]] double most_seconds() const {
    const double limit = options_.limits.seconds.value_or(kLeastSeconds);
    return std::min(limit, std::max(kLeastSeconds, limit * kShareOfLimit));
  }
  [[nodiscard]] ProveTask task(double seconds) const {
    return {history_, writers_, options_.level, options_.clock_skew, seconds};
  }

  [[nodiscard]] Certificate certificate(const Proof& proof) const {
    return {options_.level, options_.clock_skew, RejectCertificate{{}, proof}};
  }

  [[nodiscard]] bool is_taken(const Proof& proof) const {
    if (options_.counts != nullptr) ++options_.counts->verified;
    VerifyResult result = verify(history_, certificate(proof));
    if (!result.holds) refused_ = std::move(result.reason);
    return result.holds;
  }

  // Where nobody else asks the verifier, neither do we. Nothing: it did not take the proof.
  [[nodiscard]] std::optional<Anomaly> accepted(Explained explained) const {
    if (options_.counts != nullptr) ++options_.counts->found;
    explained.proof = with_orders_of_writers(history_, options_.level, std::move(explained.proof));
    if (options_.certify && !is_taken(explained.proof)) return std::nullopt;
    Anomaly anomaly = from_proof(history_, std::move(explained));
    anomaly.is_verified = options_.certify;
    return anomaly;
  }

  // The suspects, why they are all there is to say, and what to do about it.
  [[nodiscard]] Anomaly without_proof(const Reject& reject) const {
    Anomaly anomaly = unexplained(options_.level);
    anomaly.transactions = reject.suspects.empty() ? reject.more_suspects : reject.suspects;
    for (const Observation& each : reject.observations) anomaly.transactions.push_back(each.txn);
    sort_unique(anomaly.transactions);
    if (!refused_.empty()) {
      anomaly.why_no_proof = fmt::format("the verifier did not take the proof that was found: {}", refused_);
      anomaly.what_helps = "this is a mistake of Isolde's, please report it; the verdict rests on the solver";
    } else if (!seconds_left()) {
      anomaly.why_no_proof = fmt::format("the time for it was over after {:.1f} s", most_seconds());
      anomaly.what_helps = fmt::format(
          "a longer --timeout, of which a twelfth, but at least {} s, is for this", kLeastSeconds);
    } else if (anomaly.transactions.empty() && history_.transaction_count() > kMostSuspects) {
      anomaly.why_no_proof =
          fmt::format("nobody is suspected in particular, and more than {} transactions are too many to try",
                      kMostSuspects);
      anomaly.what_helps = "a shorter history that shows the same";
    } else {
      anomaly.why_no_proof = "the cases to go through are too many";
      anomaly.what_helps = "a shorter history that shows the same";
    }
    return anomaly;
  }

  // A cycle may rest on a source that is impossible for other reasons, too; then the verifier has nobody
  // left, and that is the better proof.
  [[nodiscard]] std::optional<Anomaly> by_choices(const ChoiceSuspects& suspects, double share = 0.5) const {
    for (const bool prefers_cycles : {true, false}) {
      const auto seconds = seconds_left();
      if (!seconds) return std::nullopt;
      auto explained = prove_choices(task(*seconds * share), suspects, prefers_cycles);
      if (!explained) return std::nullopt;
      if (auto anomaly = accepted(*std::move(explained))) return anomaly;
    }
    return std::nullopt;
  }
  // Where neither led to a proof, fewer observations do.
  [[nodiscard]] std::optional<Anomaly> by_core() const {
    const auto seconds = seconds_left();
    if (!seconds || history_.transaction_count() > kMostSuspects) return std::nullopt;
    const ChoiceTask task{history_, writers_, options_.level, options_.clock_skew};
    ChoiceSuspects core = observation_core(task, *seconds * kShareOfCore);
    if (core.observations.empty()) return std::nullopt;
    if (auto found = by_choices(core, 0.5)) return found;
    // Somebody who only stands between others by given orders may be missing.
    core.txns = suspects_of(history_);
    return by_choices(core, 1);
  }
  [[nodiscard]] std::optional<Anomaly> by_items(const std::vector<TxnId>& suspects) const {
    const auto seconds = seconds_left();
    if (!seconds) return std::nullopt;
    auto explained = prove(task(*seconds / 2), suspects);  // search, and proof
    if (!explained) return std::nullopt;
    return accepted(*std::move(explained));
  }

  // Small histories as a whole, larger ones by way of the search's own core.
  [[nodiscard]] Anomaly without_suspects(const Reject& reject) const {
    const std::vector<bool> counts = counting_transactions(history_, writers_);
    std::vector<TxnId> all;
    for (const TxnId txn : history_.transactions())
      if (counts[txn.index()]) all.push_back(txn);
    if (all.size() > kMostSuspects) return without_proof(reject);
    if (auto proved = by_items(all)) return *std::move(proved);
    const auto seconds = seconds_left();
    if (!seconds || !info(options_.level).one_node)
      return without_proof(reject);  // the search knows no snapshots
    Limits limits = options_.limits;
    limits.seconds = seconds;
    const std::vector<TxnId> core =
        minimal_core({history_, demands_of(options_.level, options_.clock_skew)}, limits);
    std::vector<TxnId> story = with_writers(history_, writers_, counts, core);
    if (auto proved = by_items(story)) return *std::move(proved);
    Anomaly anomaly = without_proof(reject);
    if (!story.empty()) anomaly.transactions = std::move(story);
    return anomaly;
  }

  const History& history_;
  const WriterIndex& writers_;
  const ExplainOptions& options_;
  const Stopwatch watch_;
  mutable std::string refused_;  // why the verifier did not take the last proof, if there was one
};

}  // namespace

Anomaly explain(const History& history, const WriterIndex& writers, const ExplainOptions& options,
                const Reject& suspects) {
  return Explainer(history, writers, options).run(suspects);
}

std::optional<Anomaly> prove_at_once(const History& history, const WriterIndex& writers,
                                     const ExplainOptions& options, const Reject& suspects) {
  return Explainer(history, writers, options).at_once(suspects);
}

Anomaly unexplained(Level level) {
  Anomaly anomaly;
  anomaly.name = name_of_unexplained(info(level).name);
  anomaly.why_no_proof = "nobody asked for one (--no-explain)";
  anomaly.what_helps = "to check without --no-explain";
  return anomaly;
}

}  // namespace isolde
