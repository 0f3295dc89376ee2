// Every engine keeps its promise on small histories, as the brute-force oracle sees it, and the weak ones do
// break the next stronger level.
#include <string>

#include <gtest/gtest.h>

#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "history/findings/validation.hpp"
#include "tests/frontends/engine/random_workload.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/oracle_level.hpp"

namespace isolde::engine {
namespace {

constexpr std::uint64_t kSeeds = 3000;

History small_history(EngineKind engine, std::uint64_t seed) {
  SimulationOptions options;
  options.engine = engine;
  options.sessions = 2 + static_cast<std::uint32_t>(seed % 3);
  options.transactions = 3 + seed % 4;
  options.seed = seed;
  options.abort_rate = seed % 5 == 0 ? 0.2 : 0;
  options.indeterminate = seed % 7 == 0 ? 0.2 : 0;
  options.long_running = seed % 11 == 0 ? 0.2 : 0;
  RandomWorkload workload(options.sessions, {.keys = 2 + seed % 2, .operations = 5});
  HistorySink sink;
  simulate(workload, options, sink);
  auto history = std::move(sink).finish();
  EXPECT_TRUE(history.has_value());
  return std::move(*history);
}

std::size_t violations(EngineKind engine, OracleLevel level) {
  std::size_t count = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    if (!satisfies(small_history(engine, seed), level)) ++count;
  return count;
}

class Promise : public testing::TestWithParam<EngineInfo> {};

TEST_P(Promise, HoldsOnSmallHistories) {
  if (!GetParam().promise) return;
  const OracleLevel level = oracle_level(*GetParam().promise);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    EXPECT_TRUE(satisfies(small_history(GetParam().kind, seed), level))
        << GetParam().name << " seed " << seed << " " << name_of(level);
}

INSTANTIATE_TEST_SUITE_P(Engines, Promise, testing::ValuesIn(engines().begin(), engines().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(WeakEngines, SiHasWriteSkew) { EXPECT_GT(violations(EngineKind::kSi, OracleLevel::kSerializable), 0); }
TEST(WeakEngines, PsiHasLongForks) {
  EXPECT_GT(violations(EngineKind::kPsi, OracleLevel::kPrefixConsistency), 0);
}
TEST(WeakEngines, RrHasPhantoms) { EXPECT_GT(violations(EngineKind::kRr, OracleLevel::kSerializable), 0); }
TEST(WeakEngines, RcReadsAreNotRepeatable) {
  EXPECT_GT(violations(EngineKind::kRc, OracleLevel::kRepeatableRead), 0);
}

}  // namespace
}  // namespace isolde::engine
