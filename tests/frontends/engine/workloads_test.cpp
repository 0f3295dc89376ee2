// Every engine with every workload, small: the oracle confirms what the engine promises. What an engine
// without a promise owes is told by validation: nobody but `ru` shows uncommitted data.
#include "frontends/workloads/workloads.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "history/findings/validation.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde::engine {

void PrintTo(const EngineInfo& engine, std::ostream* out) { *out << engine.name; }

}  // namespace isolde::engine

namespace isolde::workloads {

void PrintTo(const WorkloadInfo& workload, std::ostream* out) { *out << workload.name; }

}  // namespace isolde::workloads

namespace isolde::engine {

namespace {

constexpr std::uint64_t kWorkloadSeeds = 12;

// As few keys as the workload allows, so that its transactions meet.
workloads::Parameters crowded(std::string_view name) {
  workloads::Parameters parameters;
  parameters.sessions = 3;
  for (const workloads::WorkloadInfo& info : workloads::workloads())
    if (info.name == name && info.parameters.find("keys") != std::string_view::npos) parameters.keys = 10;
  return parameters;
}

History generate(std::string_view workload, EngineKind engine, std::uint64_t seed,
                 std::uint64_t transactions) {
  auto made = workloads::make_workload(workload, crowded(workload));
  EXPECT_TRUE(made) << made.error().to_string();
  SimulationOptions options;
  options.engine = engine;
  options.transactions = transactions;
  options.sessions = 3;
  options.seed = seed;
  options.indeterminate = 0.1;
  options.abort_rate = 0.1;
  HistorySink sink;
  simulate(**made, options, sink);
  Result<History> history = std::move(sink).finish();
  EXPECT_TRUE(history) << history.error().to_string();
  return *std::move(history);
}

class EngineAndWorkload : public testing::TestWithParam<std::tuple<EngineInfo, workloads::WorkloadInfo>> {};

TEST_P(EngineAndWorkload, KeepsItsPromise) {
  const auto& [engine, workload] = GetParam();
  for (std::uint64_t seed = 1; seed <= kWorkloadSeeds; ++seed) {
    SCOPED_TRACE(seed);
    if (engine.promise) {
      const History small = generate(workload.name, engine.kind, seed, 5);
      ASSERT_TRUE(satisfies(small, static_cast<OracleLevel>(*engine.promise)));
    }
    if (engine.kind == EngineKind::kRu) continue;
    const History large = generate(workload.name, engine.kind, seed, 200);
    for (const Finding& finding : validate(large, WriterIndex(large))) {
      // Between a read and an own append read committed lets others append: the second read contradicts the
      // first.
      if (engine.kind == EngineKind::kRc && finding.kind == FindingKind::kInternal) continue;
      ASSERT_FALSE(is_violation(finding.kind)) << name_of(finding.kind);
    }
  }
}

std::string name_of_pair(const testing::TestParamInfo<EngineAndWorkload::ParamType>& info) {
  std::string name =
      std::string(std::get<0>(info.param).name) + "_" + std::string(std::get<1>(info.param).name);
  for (char& c : name)
    if (c == '+') c = 'p';
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, EngineAndWorkload,
                         testing::Combine(testing::ValuesIn(engines().begin(), engines().end()),
                                          testing::ValuesIn(workloads::workloads().begin(),
                                                            workloads::workloads().end())),
                         name_of_pair);

}  // namespace
}  // namespace isolde::engine
