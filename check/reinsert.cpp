#include "check/reinsert.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/contract.hpp"
#include "history/initial_values.hpp"
#include "history/variants/new_objects.hpp"

namespace isolde {
namespace {

ReportData undecided(const CheckOptions& options, const History& history, std::string reason) {
  ReportData report;
  report.decision.level = options.level;
  report.decision.reason = std::move(reason);
  report.history = statistics_of(history);
  return report;
}

void say_so(const NewObjects& objects, ReportData& report) {
  if (objects.key_count() == 0) return;
  report.assumptions.push_back(
      fmt::format("a key that is inserted again after a delete is a new object (keys concerned: {})",
                  objects.key_count()));
  if (objects.variant_count() > 1 && report.decision.verdict == Verdict::kReject)
    report.warnings.push_back({WarningKind::kAmbiguous,
                               fmt::format("which objects were meant is open: {} ways were tried, all are "
                                           "violated, and this is one of them",
                                           objects.variant_count()),
                               objects.variant_count()});
}

}  // namespace

ReportData check_new_objects(History& history, const CheckOptions& options, double read_seconds) {
  ISOLDE_REQUIRE(options.mode == CertificateMode::kNoPromise);
  const Stopwatch watch;
  const Level level = options.assume_real_time ? with_real_time(options.level) : options.level;
  const NewObjects objects(history, info(level), options.clock_skew);
  const std::string assumed = history.has_assumed_initials() ? initial_assumption(history) : "";
  if (objects.problem()) return undecided(options, history, *objects.problem());
  std::optional<std::pair<History, ReportData>> chosen;
  for (std::size_t i = 0; i < objects.variant_count(); ++i) {
    CheckOptions left = options;
    if (left.limits.seconds) left.limits.seconds = std::max(0.0, *left.limits.seconds - watch.seconds());
    History variant = objects.variant(i);
    ReportData report = check(variant, left, read_seconds);
    const Verdict verdict = report.decision.verdict;
    // One that holds decides; without it, one that is open keeps the question open.
    if (!chosen || verdict == Verdict::kAccept ||
        (verdict == Verdict::kUnknown && chosen->second.decision.verdict == Verdict::kReject))
      chosen.emplace(std::move(variant), std::move(report));
    if (verdict == Verdict::kAccept) break;
  }
  say_so(objects, chosen->second);
  if (!assumed.empty()) chosen->second.assumptions.push_back(assumed);
  history = std::move(chosen->first);
  return std::move(chosen->second);
}

}  // namespace isolde
