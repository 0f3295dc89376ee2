// Isolation levels as data. Every level that needs search is acyclicity of one graph; a level only says which
// orders bind and which edge each dependency becomes (docs/levels.md has the full table).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "history/demands.hpp"

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

// A row of the table: demands that have a name.
struct LevelInfo : Demands {
  Level level;
  std::string_view name;     // as --level takes it
  std::string_view meaning;  // one line for --help
};

// All levels, in the order of the enum.
[[nodiscard]] std::span<const LevelInfo> levels();
[[nodiscard]] const LevelInfo& info(Level level);
// What the level asks for, by clocks that may differ by that much.
[[nodiscard]] Demands demands_of(Level level, std::int64_t clock_skew = 0);
// Whether every history that satisfies `stronger` satisfies `weaker`, by what the table asks of both.
[[nodiscard]] bool implies(Level stronger, Level weaker);
// The level that asks for real time, too; itself if there is none.
[[nodiscard]] Level with_real_time(Level level);
[[nodiscard]] std::optional<Level> level_named(std::string_view name);

}  // namespace isolde
