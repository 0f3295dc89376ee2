// Rejections of histories with predicates, of an engine that only promises snapshots: who is to blame is
// found among thousands of transactions, and proved.
//
// ISOLDE_PREDICATE_TRANSACTIONS sets how many there are.
#include <string>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/workloads/workloads.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

constexpr std::uint32_t kSessions = 24;

History of_snapshots(std::uint64_t transactions, std::uint64_t seed) {
  const auto workload = workloads::make_workload("blindw-pred", {.sessions = kSessions});
  EXPECT_TRUE(workload.has_value());
  engine::HistorySink sink;
  engine::simulate(
      **workload,
      {.engine = engine::EngineKind::kSi, .transactions = transactions, .sessions = kSessions, .seed = seed},
      sink);
  Result<History> history = std::move(sink).finish();
  EXPECT_TRUE(history) << history.error().to_string();
  return std::move(*history);
}

// Seeds whose first eight hundred transactions are not serializable already.
TEST(PredicateProofs, OfSnapshotsThatAreNotSerializable) {
  const std::uint64_t transactions = number_from_environment("ISOLDE_PREDICATE_TRANSACTIONS", 2'500);
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

}  // namespace
}  // namespace isolde
