// Histories of a few hundred transactions from the simulated engine: random reads and writes of few keys.
#pragma once

#include <gtest/gtest.h>

#include "frontends/workloads/generated_history.hpp"
#include "frontends/workloads/mix.hpp"

namespace isolde {

struct RunOptions {
  std::uint64_t transactions = 120;
  engine::EngineKind engine = engine::EngineKind::kSsi;
  std::uint64_t seed = 1;
  engine::Forgotten forgotten = {};
};

inline History simulated_run(const RunOptions& options) {
  engine::SimulationOptions simulation;
  simulation.engine = options.engine;
  simulation.transactions = options.transactions;
  simulation.sessions = 12;
  simulation.seed = options.seed;
  workloads::MixConfig mix;
  mix.keys = 40;
  mix.operations = 4;
  mix.reads_of = workloads::ReadsOf::kOperations;
  workloads::MixWorkload workload(mix, simulation.sessions);
  Result<History> history = workloads::generated_history(workload, simulation, options.forgotten);
  EXPECT_TRUE(history.has_value());
  return std::move(*history);
}

}  // namespace isolde
