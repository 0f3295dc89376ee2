#include "frontends/workloads/generated_history.hpp"

#include <utility>

#include "frontends/engine/history_sink.hpp"

namespace isolde::workloads {

Result<History> generated_history(engine::Workload& workload, const engine::SimulationOptions& options,
                                  const engine::Forgotten& forgotten) {
  engine::HistorySink sink;
  engine::ForgettingSink forgetting(sink, forgotten, options.transactions);
  engine::simulate(workload, options, forgetting);
  return std::move(sink).finish();
}

}  // namespace isolde::workloads
