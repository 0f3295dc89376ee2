#include "check/check_levels.hpp"

#include <algorithm>
#include <array>

namespace isolde {
namespace {

// Each comes after those that imply it.
constexpr std::array kStrongestFirst = {
    Level::kStrictSerializable, Level::kStrongSessionSerializable, Level::kSerializable,
    Level::kRepeatableRead,     Level::kStrongSnapshotIsolation,   Level::kStrongSessionSnapshotIsolation,
    Level::kSnapshotIsolation,  Level::kPrefixConsistency};

}  // namespace

std::vector<LevelVerdict> check_levels(const History& history, const CheckOptions& options) {
  std::vector<LevelVerdict> verdicts;
  for (const Level level : kStrongestFirst) {
    LevelVerdict& row = verdicts.emplace_back();
    row.level = level;
    row.is_implied = std::ranges::any_of(verdicts, [&](const LevelVerdict& other) {
      return other.verdict == Verdict::kAccept && other.level != level && implies(other.level, level);
    });
    if (row.is_implied) {
      row.verdict = Verdict::kAccept;
      continue;
    }
    CheckOptions own = options;
    own.level = level;
    row.decision = check(history, own).decision;
    row.verdict = row.decision.verdict;
    row.why = row.verdict == Verdict::kUnknown ? row.decision.reason
              : row.decision.anomalies.empty() ? ""
                                               : row.decision.anomalies.front().name;
  }
  return verdicts;
}

}  // namespace isolde
