// The table of engines, and which class stands behind each.
#include <algorithm>
#include <array>

#include "base/contract.hpp"
#include "frontends/engine/concurrency_control.hpp"
#include "frontends/engine/serial.hpp"
#include "frontends/engine/si.hpp"

namespace isolde::engine {
namespace {

constexpr std::array<EngineInfo, 2> kEngines = {{
    {EngineKind::kSerial, "serial", Level::kStrictSerializable, "one transaction at a time"},
    {EngineKind::kSi, "si", Level::kStrongSnapshotIsolation,
     "snapshot isolation, first committer wins; write skew possible"},
}};

}  // namespace

std::span<const EngineInfo> engines() { return kEngines; }

const EngineInfo& info(EngineKind kind) {
  const auto found = std::ranges::find(kEngines, kind, &EngineInfo::kind);
  ISOLDE_REQUIRE(found != kEngines.end());
  return *found;
}

std::optional<EngineKind> engine_named(std::string_view name) {
  const auto found = std::ranges::find(kEngines, name, &EngineInfo::name);
  if (found == kEngines.end()) return std::nullopt;
  return found->kind;
}

std::unique_ptr<ConcurrencyControl> make_control(EngineKind kind, Database& database, bool /*keeps_truth*/) {
  switch (kind) {
    case EngineKind::kSerial:
      return std::make_unique<SerialControl>(database);
    case EngineKind::kSi:
      return std::make_unique<SiControl>(database);
    default:
      break;
  }
  ISOLDE_REQUIRE(false);
  return nullptr;
}

}  // namespace isolde::engine
