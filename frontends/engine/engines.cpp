// The table of engines, and which class stands behind each.
#include <algorithm>
#include <array>

#include "base/contract.hpp"
#include "frontends/engine/controls/concurrency_control.hpp"
#include "frontends/engine/controls/locking.hpp"
#include "frontends/engine/controls/mvto.hpp"
#include "frontends/engine/controls/occ.hpp"
#include "frontends/engine/controls/psi.hpp"
#include "frontends/engine/controls/serial.hpp"
#include "frontends/engine/controls/si.hpp"
#include "frontends/engine/controls/ssi.hpp"

namespace isolde::engine {
namespace {

constexpr std::array<EngineInfo, 10> kEngines = {{
    {EngineKind::kSerial, "serial", Level::kStrictSerializable, "one transaction at a time"},
    {EngineKind::kS2pl, "s2pl", Level::kStrictSerializable,
     "strict two-phase locking of keys and ranges; a deadlock's last waiter aborts"},
    {EngineKind::kSsi, "ssi", Level::kStrictSerializable,
     "serializable snapshot isolation: snapshots without dangerous structures"},
    {EngineKind::kOcc, "occ", Level::kStrictSerializable, "optimistic: what was read is validated at commit"},
    {EngineKind::kMvto, "mvto", Level::kStrictSerializable,
     "multi-version timestamp ordering; writes that come too late abort"},
    {EngineKind::kSi, "si", Level::kStrongSnapshotIsolation,
     "snapshot isolation, first committer wins; write skew possible"},
    {EngineKind::kPsi, "psi", std::nullopt,
     "parallel snapshot isolation over three sites; long forks possible"},
    {EngineKind::kRr, "rr", Level::kRepeatableRead, "locks on keys but not on ranges; phantoms possible"},
    {EngineKind::kRc, "rc", std::nullopt, "each statement reads what is committed; non-repeatable reads"},
    {EngineKind::kRu, "ru", std::nullopt, "statements read what is not committed; aborted reads"},
}};

}  // namespace

std::span<const EngineInfo> engines() { return kEngines; }

const EngineInfo& info(EngineKind kind) { return kEngines[static_cast<std::size_t>(kind)]; }

std::optional<EngineKind> engine_named(std::string_view name) {
  const auto found = std::ranges::find(kEngines, name, &EngineInfo::name);
  if (found == kEngines.end()) return std::nullopt;
  return found->kind;
}

std::unique_ptr<ConcurrencyControl> make_control(EngineKind kind, Database& database, bool keeps_truth) {
  switch (kind) {
    case EngineKind::kSerial:
      return std::make_unique<SerialControl>(database);
    case EngineKind::kS2pl:
      return std::make_unique<S2plControl>(database);
    case EngineKind::kSsi:
      return std::make_unique<SsiControl>(database, keeps_truth);
    case EngineKind::kOcc:
      return std::make_unique<OccControl>(database);
    case EngineKind::kMvto:
      return std::make_unique<MvtoControl>(database);
    case EngineKind::kSi:
      return std::make_unique<SiControl>(database);
    case EngineKind::kPsi:
      return std::make_unique<PsiControl>(database);
    case EngineKind::kRr:
      return std::make_unique<RrControl>(database);
    case EngineKind::kRc:
      return std::make_unique<RcControl>(database);
    case EngineKind::kRu:
      return std::make_unique<RuControl>(database);
  }
  ISOLDE_REQUIRE(false);
  return nullptr;
}

}  // namespace isolde::engine
