// Limits hold on an instance that is hard on purpose: blind writes over few keys, few reads, and neither
// times nor sessions nor ids that would tell who came first. As a command:
//
//   isolde generate read-write --transactions 4000 --keys 4000 --operations 30 --read-ratio 0.05
//     --engine serial --sessions 20 --no-times --no-sessions --shuffle-ids
#include <algorithm>
#include <ctime>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "check/check.hpp"
#include "frontends/engine/forgetting_sink.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/workloads/workloads.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

History hard_history(std::uint64_t transactions) {
  workloads::Parameters parameters;
  parameters.sessions = 20;
  parameters.keys = transactions;
  parameters.operations = 30;
  parameters.read_ratio = 0.05;
  const auto workload = workloads::make_workload("read-write", parameters);
  engine::SimulationOptions options;
  options.engine = engine::EngineKind::kSerial;
  options.transactions = transactions;
  options.sessions = 20;
  engine::HistorySink sink;
  engine::ForgettingSink forgetting(sink, {.times = true, .sessions = true, .id_order = true}, transactions);
  engine::simulate(**workload, options, forgetting);
  return std::move(sink).finish().value();
}

// On the clock or on the processor, whichever is less: a busy machine is nobody's fault, and neither are
// threads that wait for each other.
class Spent {
 public:
  [[nodiscard]] double seconds() const {
    const auto processor = static_cast<double>(std::clock() - begun_) / CLOCKS_PER_SEC;
    return std::min(processor, watch_.seconds());
  }

 private:
  Stopwatch watch_;
  std::clock_t begun_ = std::clock();
};

// What cannot be stopped takes less than a tenth of a second on a machine that has nothing else to do;
// sanitizers make it longer.
#ifdef ISOLDE_SANITIZED
constexpr double kSlack = 1.0;
#else
constexpr double kSlack = 0.2;
#endif

class LimitsTest : public testing::TestWithParam<Level> {};

TEST_P(LimitsTest, TimeIsKept) {
  const History history = hard_history(4000);
  CheckOptions options;
  options.level = GetParam();
  options.limits.seconds = 1;
  const Spent spent;
  const ReportData report = check(history, options);
  EXPECT_LE(spent.seconds(), 1 + kSlack);
  EXPECT_EQ(report.decision.verdict, Verdict::kUnknown);
  EXPECT_THAT(report.decision.reason, HasSubstr("the time limit of 1 s was reached"));
  EXPECT_TRUE(report.decision.anomalies.empty());
}

// Each time something else is running when time is up.
TEST_P(LimitsTest, TimeIsKeptInEveryPhase) {
  const History history = hard_history(4000);
  for (const double seconds : {0.01, 0.03, 0.1, 0.3}) {
    CheckOptions options;
    options.level = GetParam();
    options.limits.seconds = seconds;
    const Spent spent;
    const ReportData report = check(history, options);
    EXPECT_LE(spent.seconds(), 1.1 * seconds + kSlack) << seconds;
    EXPECT_EQ(report.decision.verdict, Verdict::kUnknown) << seconds;
  }
}

TEST_P(LimitsTest, MemoryIsKept) {
  const History history = hard_history(4000);
  CheckOptions options;
  options.level = GetParam();
  options.limits.seconds = 20;
  options.limits.memory_bytes = std::size_t{1} << 20;
  const ReportData report = check(history, options);
  EXPECT_EQ(report.decision.verdict, Verdict::kUnknown);
}

// A counter that many increment, and one read that comes too late for what it shows. How many increments each
// of the others saw is right, so all of them are suspects.
History late_counter_read(int transactions) {
  std::string text;
  int count = 0;
  for (int i = 0; i < transactions; ++i) {
    const bool increments = i % 2 == 0;
    count += increments ? 1 : 0;
    text += fmt::format("s{} [{},{}]: ", i % 4, std::max(0, 10 * i - 5), 10 * i + 15);
    text += increments ? "inc c 1; " : fmt::format("r c {}; ", count);
  }
  text += fmt::format("late [{},{}]: r c {}", 10 * transactions + 100, 10 * transactions + 101, count / 2);
  return history_of(text);
}

TEST(ExplainingLimitsTest, TimeIsKeptWhileExplaining) {
  const History history = late_counter_read(700);
  CheckOptions options;
  options.level = Level::kStrictSerializable;
  options.limits.seconds = 1;
  const Spent spent;
  const ReportData report = check(history, options);
  EXPECT_LE(spent.seconds(), 1 + 2 * kSlack);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
}

INSTANTIATE_TEST_SUITE_P(Levels, LimitsTest,
                         testing::Values(Level::kSerializable, Level::kSnapshotIsolation));

}  // namespace
}  // namespace isolde
