#include "check/initial_hint.hpp"

#include <algorithm>
#include <map>

#include "history/findings/initial_candidates.hpp"
#include "history/findings/validation.hpp"
#include "history/writers.hpp"

namespace isolde {
namespace {

bool may_have_hint(const History& history, const Anomaly& anomaly) {
  return anomaly.finding && anomaly.finding->kind == FindingKind::kGarbageRead &&
         history.initial_value(anomaly.finding->key) == kInitial &&
         !history.is_initial_assumed(anomaly.finding->key);
}

// What one argument of the command line can spell without trouble.
bool is_scalar(const History& history, const InitialCandidate& candidate) {
  const auto* const value = std::get_if<ValueId>(&candidate);
  if (value == nullptr) return true;
  const ValueKind kind = history.values().kind(value->value);
  return kind != ValueKind::kNull && kind != ValueKind::kList && kind != ValueKind::kRow;
}

}  // namespace

void hint_at_initials(const History& history, const LevelInfo& level, std::int64_t clock_skew,
                      Decision& decision) {
  const auto is_hopeful = [&](const Anomaly& anomaly) { return may_have_hint(history, anomaly); };
  if (std::ranges::none_of(decision.anomalies, is_hopeful)) return;
  History other = history;
  InitialValues initials(other);
  for (const Anomaly& anomaly : decision.anomalies)
    if (is_hopeful(anomaly)) initials.forget(anomaly.finding->key);
  std::map<KeyId, InitialCandidate> hints;
  for (const InitialCandidates& each : initial_candidates(other, level, clock_skew)) {
    if (history.is_initial_assumed(each.key)) continue;
    initials.assume({each.key, each.values.front()});
    if (is_scalar(other, each.values.front())) hints.emplace(each.key, each.values.front());
  }
  for (const Finding& finding : validate(other, WriterIndex(other)))
    if (is_violation(finding.kind)) hints.erase(finding.key);
  for (Anomaly& anomaly : decision.anomalies) {
    if (!is_hopeful(anomaly)) continue;
    if (const auto hint = hints.find(anomaly.finding->key); hint != hints.end())
      anomaly.initial_hint = {hint->first, hint->second};
  }
}

}  // namespace isolde
