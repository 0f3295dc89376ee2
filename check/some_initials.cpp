#include "check/some_initials.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "history/findings/conserved_total.hpp"
#include "history/findings/counter_values.hpp"
#include "history/findings/initial_candidates.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostVariants = 64;

using Candidates = std::vector<InitialCandidates>;
using Variant = std::vector<std::size_t>;  // which value of each key

// Everything that comes into question, or if that is too much, what differs from the first in one key.
struct Variants {
  std::vector<Variant> all;
  bool is_complete = true;
};

Variants variants_of(const Candidates& candidates) {
  Variants variants;
  std::size_t count = 1;
  for (const InitialCandidates& each : candidates) {
    variants.is_complete = variants.is_complete && each.is_complete;
    count = std::min(count * each.values.size(), kMostVariants + 1);
  }
  Variant next(candidates.size());
  if (count <= kMostVariants) {
    for (std::size_t i = 0; i < count; ++i) {
      variants.all.push_back(next);
      for (std::size_t key = 0; key < next.size(); ++key) {
        if (++next[key] < candidates[key].values.size()) break;
        next[key] = 0;
      }
    }
    return variants;
  }
  variants.is_complete = false;
  for (std::size_t key = 0; key < next.size(); ++key) {
    for (std::size_t i = key == 0 ? 0 : 1; i < candidates[key].values.size(); ++i) {
      if (variants.all.size() == kMostVariants) return variants;
      next[key] = i;
      variants.all.push_back(next);
    }
    next[key] = 0;
  }
  return variants;
}

std::vector<ValueId> initials_of(const History& history, const Candidates& candidates) {
  std::vector<ValueId> values;
  for (const InitialCandidates& each : candidates) values.push_back(history.initial_value(each.key));
  return values;
}

void assume(History& history, const Candidates& candidates, const Variant& variant) {
  InitialValues initials(history);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    initials.assume({candidates[i].key, candidates[i].values[variant[i]]});
}

void assume_again(History& history, const Candidates& candidates, const std::vector<ValueId>& values) {
  InitialValues initials(history);
  for (std::size_t i = 0; i < candidates.size(); ++i) initials.assume({candidates[i].key, values[i]});
}

bool is_assumed(const History& history, KeyId key, const InitialCandidate& candidate) {
  const ValueId value = history.initial_value(key);
  const auto* const number = std::get_if<std::int64_t>(&candidate);
  return number != nullptr ? counter_value(history, value) == *number : value == std::get<ValueId>(candidate);
}

// Whether the evidence is about keys alone whose initial value is not open. Which indeterminate transactions
// took effect may follow from other keys that it does not name, so there must be none.
class Evidence {
 public:
  Evidence(const History& history, const Candidates& candidates)
      : history_(history), is_open_(history.key_count()) {
    for (const InitialCandidates& each : candidates)
      is_open_[each.key.index()] =
          !each.is_complete || each.values.size() > 1 || !is_assumed(history, each.key, each.values.front());
  }

  [[nodiscard]] bool is_independent(const Anomaly& anomaly) const {
    for (const TxnId txn : history_.transactions())
      if (history_.status(txn) == TxnStatus::kIndeterminate) return false;
    if (anomaly.finding) return is_settled(anomaly.finding->key);
    return !anomaly.proof.empty() && std::ranges::all_of(anomaly.proof, [&](const ProofStep& step) {
      return std::ranges::all_of(step.alternatives,
                                 [&](const Assumption& each) { return is_settled(each.key); }) &&
             std::ranges::all_of(step.cycle, [&](const Dependency& each) {
               const bool is_given = each.kind == DependencyKind::kSo || each.kind == DependencyKind::kRt;
               return is_given || is_settled(each.key);
             });
    });
  }

 private:
  [[nodiscard]] bool is_settled(KeyId key) const { return key.is_valid() && !is_open_[key.index()]; }

  const History& history_;
  std::vector<bool> is_open_;
};

class SomeInitials {
 public:
  SomeInitials(History& history, const CheckOptions& options, double read_seconds)
      : history_(history),
        options_(options),
        level_(info(options.assume_real_time ? with_real_time(options.level) : options.level)),
        read_seconds_(read_seconds) {}

  ReportData check_some() {
    ReportData report = check(history_, options_, read_seconds_);
    if (report.decision.verdict != Verdict::kReject) return report;
    if (const auto totals = level_keeps_totals() ? different_totals(history_) : std::nullopt) {
      report.warnings.push_back(
          {WarningKind::kInitials,
           fmt::format(
               "no initial values help: {} sees a total of {} and {} one of {}, and every transaction "
               "keeps the total",
               spell_transaction(history_, totals->first), totals->first_total,
               spell_transaction(history_, totals->second), totals->second_total)});
      return report;
    }
    candidates_ = initial_candidates(history_, level_, options_.clock_skew);
    if (Evidence(history_, candidates_).is_independent(report.decision.anomalies.front())) {
      report.warnings.push_back(
          {WarningKind::kInitials, "the violation does not depend on the initial values assumed"});
      return report;
    }
    return try_others(std::move(report));
  }

 private:
  // Snapshots hold all that committed before, and no update is lost.
  [[nodiscard]] bool level_keeps_totals() const { return level_.one_node || level_.first_committer_wins; }

  ReportData try_others(ReportData first) {
    const std::vector<ValueId> assumed = initials_of(history_, candidates_);
    const Variants variants = variants_of(candidates_);
    bool are_all_violated = variants.is_complete;
    for (const Variant& variant : variants.all) {
      CheckOptions left = options_;
      if (left.limits.seconds) left.limits.seconds = *left.limits.seconds - watch_.seconds();
      if (left.limits.seconds && *left.limits.seconds <= 0) {
        are_all_violated = false;
        break;
      }
      left.explain = false;
      assume(history_, candidates_, variant);
      if (initials_of(history_, candidates_) == assumed) continue;
      const Verdict verdict = check(history_, left, read_seconds_).decision.verdict;
      if (verdict == Verdict::kAccept) {
        left.explain = options_.explain;
        return check(history_, left, read_seconds_);
      }
      are_all_violated = are_all_violated && verdict == Verdict::kReject;
    }
    assume_again(history_, candidates_, assumed);
    first.rests_on_initials = !are_all_violated;
    first.warnings.push_back(
        {WarningKind::kInitials,
         are_all_violated
             ? "no other initial values help: all that come into question were tried"
             : "the violation rests on the initial values assumed; if they were others, say --initial"});
    return first;
  }

  History& history_;
  const CheckOptions& options_;
  const LevelInfo& level_;
  const double read_seconds_;
  const Stopwatch watch_;
  Candidates candidates_;
};

}  // namespace

ReportData check_with_some_initials(History& history, const CheckOptions& options, double read_seconds) {
  if (!history.has_assumed_initials()) return check(history, options, read_seconds);
  if (options.mode == CertificateMode::kNoPromise)
    return SomeInitials(history, options, read_seconds).check_some();
  ReportData report = check(history, options, read_seconds);
  report.rests_on_initials = report.decision.verdict == Verdict::kReject;
  return report;
}

}  // namespace isolde
