#include "history/level.hpp"

#include <algorithm>
#include <array>

namespace isolde {
namespace {

// clang-format off
constexpr std::array<LevelInfo, 8> kLevels = {{
    //                                                                            one    session real   first  rows
    //                                                                            node   order   time   wins   bind
    {Level::kSerializable, "serializable",                                        true,  false,  false, true,  true,
     "some serial order explains every read"},
    {Level::kStrongSessionSerializable, "strong-session-serializable",            true,  true,   false, true,  true,
     "serializable, and each session's transactions keep their order"},
    {Level::kStrictSerializable, "strict-serializable",                           true,  true,   true,  true,  true,
     "serializable in an order that respects sessions and real time"},
    {Level::kSnapshotIsolation, "snapshot-isolation",                             false, false,  false, true,  true,
     "reads from a snapshot; concurrent transactions write different keys"},
    {Level::kStrongSessionSnapshotIsolation, "strong-session-snapshot-isolation", false, true,   false, true,  true,
     "snapshot isolation, and each snapshot includes the session's past"},
    {Level::kStrongSnapshotIsolation, "strong-snapshot-isolation",                false, true,   true,  true,  true,
     "snapshot isolation with snapshots no older than real time allows"},
    {Level::kPrefixConsistency, "prefix-consistency",                             false, true,   false, false, true,
     "reads from a snapshot that includes the session's past; concurrent writes of one key allowed"},
    {Level::kRepeatableRead, "repeatable-read",                                   true,  false,  false, true,  false,
     "serializable but for predicates: phantoms allowed (PL-2.99)"},
}};
// clang-format on

}  // namespace

std::span<const LevelInfo> levels() { return kLevels; }

const LevelInfo& info(Level level) { return kLevels[static_cast<std::size_t>(level)]; }

bool implies(Level stronger, Level weaker) {
  const LevelInfo& a = info(stronger);
  const LevelInfo& b = info(weaker);
  return a.one_node >= b.one_node && a.session_order >= b.session_order && a.real_time >= b.real_time &&
         a.first_committer_wins >= b.first_committer_wins && a.rows_bind >= b.rows_bind;
}

Level with_real_time(Level level) {
  const LevelInfo& asked = info(level);
  for (const LevelInfo& other : kLevels)
    if (other.real_time && other.one_node == asked.one_node && other.rows_bind == asked.rows_bind &&
        other.first_committer_wins == asked.first_committer_wins)
      return other.level;
  return level;
}

std::optional<Level> level_named(std::string_view name) {
  const auto found = std::ranges::find(kLevels, name, &LevelInfo::name);
  if (found == kLevels.end()) return std::nullopt;
  return found->level;
}

}  // namespace isolde
