// The simulated engine: clients of a workload run against a small transaction manager under virtual time, and
// a sink gets what they recorded. Deterministic for a seed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "frontends/engine/record.hpp"
#include "frontends/engine/workload.hpp"
#include "history/level.hpp"

namespace isolde::engine {

enum class EngineKind : std::uint8_t { kSerial, kS2pl, kSsi, kOcc, kMvto, kSi, kPsi, kRr, kRc, kRu };

struct EngineInfo {
  EngineKind kind;
  std::string_view name;         // as --engine takes it
  std::optional<Level> promise;  // the strongest level of our table that every history of it satisfies, as
                                 // long as clients' clocks agree; none: not even the weakest
  std::string_view description;  // one line for --help
};

// All engines, in the order of the enum.
[[nodiscard]] std::span<const EngineInfo> engines();
[[nodiscard]] const EngineInfo& info(EngineKind kind);
[[nodiscard]] std::optional<EngineKind> engine_named(std::string_view name);

struct SimulationOptions {
  EngineKind engine = EngineKind::kSsi;
  std::uint64_t transactions = 1000;  // to be recorded, aborted and indeterminate ones included
  std::uint32_t sessions = 8;
  std::uint64_t seed = 1;
  double abort_rate = 0;        // of transactions whose client rolls back for no reason
  double long_running = 0;      // of transactions that stay open for a large part of the run
  double indeterminate = 0;     // of transactions whose client never learns the outcome
  std::int64_t clock_skew = 0;  // nanoseconds: each client's clock is off by at most this
  bool truth = false;           // also tell the sink version orders, version sets and the commit order
};

struct SimulationSummary {
  std::uint64_t committed = 0;
  std::uint64_t aborted = 0;  // by the engine or the client
  std::uint64_t indeterminate = 0;
  std::uint64_t operations = 0;
  std::int64_t virtual_nanoseconds = 0;
  std::uint64_t versions = 0;  // left in the store: what is alive, not what was ever written
};

// `progress` may be empty; it is called now and then with the transactions recorded so far. Ends
// early if the sink wants no more.
SimulationSummary simulate(Workload& workload, const SimulationOptions& options, Sink& sink,
                           const std::function<void(std::uint64_t done)>& progress = {});

}  // namespace isolde::engine
