// Rejections of histories with predicates: who is to blame is found among thousands of transactions, and
// proved.
//
// ISOLDE_PREDICATE_TRANSACTIONS sets how many there are.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/plants/planting_sink.hpp"
#include "frontends/workloads/workloads.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

constexpr std::uint32_t kManySessions = 24;

void simulate(engine::EngineKind engine, std::uint64_t transactions, std::uint64_t seed, engine::Sink& sink) {
  const auto workload = workloads::make_workload("blindw-pred", {.sessions = kManySessions});
  ASSERT_TRUE(workload.has_value());
  engine::simulate(**workload,
                   {.engine = engine, .transactions = transactions, .sessions = kManySessions, .seed = seed},
                   sink);
}

History history_in(engine::HistorySink& sink) {
  Result<History> history = std::move(sink).finish();
  EXPECT_TRUE(history) << history.error().to_string();
  return std::move(*history);
}

History of_snapshots(std::uint64_t transactions, std::uint64_t seed) {
  engine::HistorySink sink;
  simulate(engine::EngineKind::kSi, transactions, seed, sink);
  return history_in(sink);
}

// Correct otherwise.
History predicates_with_plant(std::string_view name, std::uint64_t transactions) {
  engine::HistorySink sink;
  for (const plants::PlantInfo& plant : plants::plants()) {
    if (plant.name != name) continue;
    const plants::PlantRequest request{&plant, 1};
    plants::PlantingSink planting(
        sink, {&request, 1}, {.seed = 1, .transactions = transactions, .first_session = kManySessions + 1});
    simulate(engine::EngineKind::kS2pl, transactions, 1, planting);
    planting.finish();
  }
  return history_in(sink);
}

// Seeds whose first eight hundred transactions are not serializable already.
TEST(PredicateProofs, OfSnapshotsThatAreNotSerializable) {
  const std::uint64_t transactions = number_from_environment("ISOLDE_PREDICATE_TRANSACTIONS", 2'000);
  for (const std::uint64_t seed : {4U, 5U}) {
    const History history = of_snapshots(transactions, seed);
    for (const Level level : {Level::kSerializable, Level::kStrictSerializable}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " at " + std::string(info(level).name));
      CheckOptions options;
      options.level = level;
      const ReportData report = check(history, options);
      ASSERT_EQ(report.decision.verdict, Verdict::kReject);
      EXPECT_TRUE(report.is_certified);
      ASSERT_FALSE(report.decision.anomalies.empty());
      EXPECT_FALSE(report.decision.anomalies.front().cycle.empty());
      EXPECT_LE(report.decision.anomalies.front().transactions.size(), 100U);
    }
  }
}

// What refutes a stronger level is enough, if it has a proof at the level asked for.
TEST(PredicateProofs, EndTheSearchAtAStrongerLevel) {
  for (const std::string_view plant : {"G2", "phantom"}) {
    SCOPED_TRACE(plant);
    CheckOptions options;
    options.level = Level::kSerializable;
    const ReportData report = check(predicates_with_plant(plant, 500), options);
    ASSERT_EQ(report.decision.verdict, Verdict::kReject);
    EXPECT_TRUE(report.is_certified);
    EXPECT_EQ(report.decision.anomalies.front().name, plant);
    EXPECT_EQ(report.statistics[Statistic::kAttempts], 1U);
  }
}

// What only sessions and real time forbid, other levels allow.
TEST(PredicateProofs, OfAStrongerLevelAreNotEnough) {
  for (const std::string_view plant : {"stale-read", "session-violation"}) {
    SCOPED_TRACE(plant);
    CheckOptions options;
    options.level = Level::kSerializable;
    const ReportData report = check(predicates_with_plant(plant, 500), options);
    EXPECT_EQ(report.decision.verdict, Verdict::kAccept);
    EXPECT_TRUE(report.is_certified);
  }
}

}  // namespace
}  // namespace isolde
