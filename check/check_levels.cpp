#include "check/check_levels.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "check/some_initials.hpp"

namespace isolde {
namespace {

// Each comes after those that imply it.
constexpr std::array kStrongestFirst = {
    Level::kStrictSerializable, Level::kStrongSessionSerializable, Level::kSerializable,
    Level::kRepeatableRead,     Level::kStrongSnapshotIsolation,   Level::kStrongSessionSnapshotIsolation,
    Level::kSnapshotIsolation,  Level::kPrefixConsistency};

void decide_row(const History& history, const CheckOptions& options, LevelVerdict& row) {
  if (row.is_implied) {
    row.decision.verdict = Verdict::kAccept;
    row.decision.level = row.level;
    row.warnings = warnings_about(history, row.level);
    return;
  }
  CheckOptions own = options;
  own.level = row.level;
  ReportData report = [&] {
    if (!history.has_assumed_initials()) return check(history, own);
    History some = history;
    return check_with_some_initials(some, own);
  }();
  row.rests_on_initials = report.rests_on_initials;
  row.decision = std::move(report.decision);
  row.warnings = std::move(report.warnings);
}

}  // namespace

std::vector<LevelVerdict> check_levels(const History& history, const CheckOptions& options,
                                       const LeastWorth& least) {
  std::vector<LevelVerdict> verdicts;
  for (const Level level : kStrongestFirst) {
    LevelVerdict& row = verdicts.emplace_back();
    row.level = level;
    row.is_implied = std::ranges::any_of(verdicts, [&](const LevelVerdict& other) {
      return other.verdict == Verdict::kAccept && other.level != level && implies(other.level, level);
    });
    decide_row(history, options, row);
    row.verdict = row.decision.verdict;
  }
  const HistoryStatistics statistics = statistics_of(history);
  for (LevelVerdict& row : verdicts) {
    hold_to(least, statistics, row.warnings, row.decision);
    row.verdict = row.decision.verdict;
    row.why = row.verdict == Verdict::kUnknown ? row.decision.reason
              : row.decision.anomalies.empty() ? ""
                                               : row.decision.anomalies.front().name;
  }
  return verdicts;
}

}  // namespace isolde
