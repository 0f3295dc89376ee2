// Anomalies to plant: small groups of recorded transactions, each with the levels that it breaks, exactly.
//
// A plant stands on keys and sessions of its own, so it breaks a level in any history that keeps the level
// otherwise, and no other level. (Two histories without common keys and sessions satisfy a level together if
// each does alone: their orders interleave freely and, where real time counts, by points within the
// transactions' intervals.)
//
// Families, after Li, Chen, Li: Coo (CoRR abs/2206.14602), which Vbox §5.1 and Table 1 use. An anomaly is a
// cycle of dependencies, and a dependency is "committed" if its first transaction ended before its second
// acted:
//   RAT  some read saw a write of a transaction that had not ended
//   WAT  none did, but some write replaced a write of a transaction that had not ended
//   IAT  neither
// Clients' histories tell the variants apart by times: transaction b overlaps a, or ends within it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "history/level.hpp"

namespace isolde::plants {

enum class Family : std::uint8_t { kClassic, kRat, kWat, kIat };

[[nodiscard]] std::string_view name_of(Family family);

struct PlantInfo {
  std::string_view name;  // as --plant takes it
  Family family;
  std::string_view description;   // one line
  std::string_view transactions;  // in the notation of frontends/plants/notation.hpp
  // One sign per level, in the order of the enum, '-' if broken; spaces group them.
  std::string_view verdicts;
};

// All plants: the classic ones first, then by family.
[[nodiscard]] std::span<const PlantInfo> plants();
// Whatever the case of the letters; null if there is none.
[[nodiscard]] const PlantInfo* plant_named(std::string_view name);

[[nodiscard]] bool breaks(const PlantInfo& plant, Level level);
[[nodiscard]] std::vector<Level> broken_levels(const PlantInfo& plant);

// One value of --plant.
struct PlantRequest {
  const PlantInfo* plant = nullptr;
  std::uint64_t count = 1;
};

// "lost-update" or "lost-update=3"; a usage error says what is wrong.
[[nodiscard]] Result<PlantRequest> parse_request(std::string_view text);

// The parts of plants(), each in a file of its own.
[[nodiscard]] std::span<const PlantInfo> classic_plants();
[[nodiscard]] std::span<const PlantInfo> item_plants();
[[nodiscard]] std::span<const PlantInfo> predicate_plants();

inline constexpr std::string_view kBreaksAll = "--- --- - -";
inline constexpr std::string_view kAllowedByPrefix = "--- --- + -";
inline constexpr std::string_view kAllowedBySnapshots = "--- +++ + -";
inline constexpr std::string_view kAllowedByItems = "--- --- - +";
inline constexpr std::string_view kAllowedByBoth = "--- +++ + +";

}  // namespace isolde::plants
