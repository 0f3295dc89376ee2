// A history from a workload and the simulated engine, in memory.
#pragma once

#include "base/result.hpp"
#include "frontends/engine/forgetting_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/engine/workload.hpp"
#include "history/history.hpp"

namespace isolde::workloads {

[[nodiscard]] Result<History> generated_history(engine::Workload& workload,
                                                const engine::SimulationOptions& options,
                                                const engine::Forgotten& forgotten = {});

}  // namespace isolde::workloads
