#include "history/level.hpp"

#include <algorithm>
#include <array>

namespace isolde {
namespace {

// clang-format off
constexpr std::array<LevelInfo, 8> kLevels = {{
    // one   session real   first  rows
    // node  order   time   wins   bind
    {{true,  false, false, true,  true}, Level::kSerializable, "serializable",
     "some serial order explains every read"},
    {{true,  true,  false, true,  true}, Level::kStrongSessionSerializable, "strong-session-serializable",
     "serializable, and each session's transactions keep their order"},
    {{true,  true,  true,  true,  true}, Level::kStrictSerializable, "strict-serializable",
     "serializable in an order that respects sessions and real time"},
    {{false, false, false, true,  true}, Level::kSnapshotIsolation, "snapshot-isolation",
     "reads from a snapshot; concurrent transactions write different keys"},
    {{false, true,  false, true,  true}, Level::kStrongSessionSnapshotIsolation, "strong-session-snapshot-isolation",
     "snapshot isolation, and each snapshot includes the session's past"},
    {{false, true,  true,  true,  true}, Level::kStrongSnapshotIsolation, "strong-snapshot-isolation",
     "snapshot isolation with snapshots no older than real time allows"},
    {{false, true,  false, false, true}, Level::kPrefixConsistency, "prefix-consistency",
     "reads from a snapshot that includes the session's past; concurrent writes of one key allowed"},
    {{true,  false, false, true,  false}, Level::kRepeatableRead, "repeatable-read",
     "serializable but for predicates: phantoms allowed (PL-2.99)"},
}};
// clang-format on

}  // namespace

std::span<const LevelInfo> levels() { return kLevels; }

const LevelInfo& info(Level level) { return kLevels[static_cast<std::size_t>(level)]; }

Demands demands_of(Level level, std::int64_t clock_skew) {
  Demands demands = info(level);
  demands.clock_skew = clock_skew;
  return demands;
}

bool implies(Level stronger, Level weaker) {
  const LevelInfo& a = info(stronger);
  const LevelInfo& b = info(weaker);
  return a.one_node >= b.one_node && a.session_order >= b.session_order && a.real_time >= b.real_time &&
         a.first_committer_wins >= b.first_committer_wins && a.rows_bind >= b.rows_bind;
}

Level with_real_time(Level level) {
  const LevelInfo& asked = info(level);
  for (const LevelInfo& other : kLevels)
    if (other.real_time && other.has_shape_of(asked) && other.rows_bind == asked.rows_bind)
      return other.level;
  return level;
}

std::optional<Level> level_named(std::string_view name) {
  const auto found = std::ranges::find(kLevels, name, &LevelInfo::name);
  if (found == kLevels.end()) return std::nullopt;
  return found->level;
}

}  // namespace isolde
