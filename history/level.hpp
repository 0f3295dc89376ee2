// Isolation levels as data. Every level that needs search is acyclicity of one graph; a level only says which
// orders bind and which edge each dependency becomes (docs/levels.md has the full table).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace isolde {

enum class Level : std::uint8_t {
  kSerializable,
  kStrongSessionSerializable,
  kStrictSerializable,
  kSnapshotIsolation,
  kStrongSessionSnapshotIsolation,
  kStrongSnapshotIsolation,
  kPrefixConsistency,
  kRepeatableRead,
};

struct LevelInfo {
  Level level;
  std::string_view name;      // as --level takes it
  bool one_node;              // a transaction is one point in the order, not a begin and a commit
  bool session_order;         // a session's transactions keep their order
  bool real_time;             // a transaction that ended before another started precedes it
  bool first_committer_wins;  // of two transactions that write one key, one commits before the other begins
  bool rows_bind;             // which rows predicates missed counts, too; if not, phantoms are allowed
  std::string_view meaning;   // one line for --help
};

// All levels, in the order of the enum.
[[nodiscard]] std::span<const LevelInfo> levels();
[[nodiscard]] const LevelInfo& info(Level level);
// Whether every history that satisfies `stronger` satisfies `weaker`, by what the table asks of both.
[[nodiscard]] bool implies(Level stronger, Level weaker);
// The level that asks for real time, too; itself if there is none.
[[nodiscard]] Level with_real_time(Level level);
[[nodiscard]] std::optional<Level> level_named(std::string_view name);

}  // namespace isolde
