// Verdicts do not depend on who prunes: the kernels on the host against the CPU, on random histories of every
// mix at every level, and on longer ones of the simulated engine. A solver would find again what pruning
// misses, so what pruning leaves is compared, too.
//
// ISOLDE_HISTORIES sets how many; one seed is fixed, ISOLDE_SEED sets a second.
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/gpu/simulated_run.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/mixes.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

ReportData check_with(const History& history, Level level, Pruner pruner) {
  CheckOptions options;
  options.level = level;
  options.guess = false;
  options.pruner = pruner;
  options.explain = false;
  return check(history, options);
}

struct Tally {
  std::size_t by_kernels = 0;
  std::size_t rejected = 0;
  std::size_t decided = 0;  // constraints, by pruning
};

void expect_equal_reports(const History& history, Tally& tally) {
  for (const LevelInfo& level : levels()) {
    SCOPED_TRACE(level.name);
    const ReportData cpu = check_with(history, level.level, Pruner::kCpu);
    const ReportData host = check_with(history, level.level, Pruner::kHost);
    ASSERT_EQ(cpu.decision.verdict, host.decision.verdict);
    ASSERT_EQ(cpu.pruner.empty(), host.pruner.empty());
    for (const StatisticInfo& row : kStatistics) {
      if (row.group != StatisticGroup::kEncoding) continue;
      ASSERT_EQ(cpu.statistics[row.statistic], host.statistics[row.statistic]) << row.name;
    }
    if (host.pruner.empty()) continue;
    ASSERT_EQ(host.pruner, "kernels on the host");
    ++tally.by_kernels;
    tally.rejected += cpu.decision.verdict == Verdict::kReject ? 1 : 0;
    // None where pruning refuted it.
    if (const auto left = host.statistics[Statistic::kConstraintsAfterPruning])
      tally.decided += *host.statistics[Statistic::kConstraints] - *left;
  }
}

class Verdicts : public testing::TestWithParam<Mix> {};

TEST_P(Verdicts, DoNotDependOnThePruner) {
  Tally tally;
  // Registers are what pruning is mostly about.
  const std::uint64_t share = GetParam().name == "registers" ? 1 : 10;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = how_many("ISOLDE_HISTORIES", 1000) / share; i > 0; --i) {
      const History history = random_history(random, GetParam().options);
      SCOPED_TRACE(text_of(history));
      expect_equal_reports(history, tally);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
  EXPECT_GT(tally.by_kernels, 0U);
  EXPECT_GT(tally.rejected, 0U);
}

INSTANTIATE_TEST_SUITE_P(Mixes, Verdicts, testing::ValuesIn(mixes()),
                         [](const auto& test) { return test.param.name; });

// Many constraints, several blocks of them, decided in several rounds.
TEST(VerdictsOfRuns, DoNotDependOnThePruner) {
  Tally tally;
  for (const engine::EngineKind kind : {engine::EngineKind::kSsi, engine::EngineKind::kSi})
    for (const bool forgets : {false, true}) {
      const History history =
          simulated_run({.transactions = 120, .engine = kind, .seed = 2, .forgotten = {.times = forgets}});
      SCOPED_TRACE(testing::Message() << engine::info(kind).name << (forgets ? " without times" : ""));
      expect_equal_reports(history, tally);
    }
  EXPECT_GT(tally.rejected, 0U);
  EXPECT_GT(tally.decided, 1000U);
}

// Where executing gets lost without sessions and times, pairs are listed and pruned: by whom one asks for.
TEST(VerdictsOfRuns, ByExecutingTellWhoPruned) {
  const History history = simulated_run(
      {.transactions = 700, .seed = 3, .forgotten = {.times = true, .sessions = true, .id_order = true}});
  CheckOptions options;
  options.explain = false;
  std::vector<ReportData> reports;
  for (const Pruner pruner : {Pruner::kAuto, Pruner::kHost}) {
    options.pruner = pruner;
    reports.push_back(check(history, options));
  }
  EXPECT_EQ(reports[0].pruner, "CPU");
  EXPECT_EQ(reports[1].pruner, "kernels on the host");
  EXPECT_EQ(reports[0].statistics[Statistic::kConstraintsAfterPruning],
            reports[1].statistics[Statistic::kConstraintsAfterPruning]);
}

// Where there is no device the CPU prunes, and one line says so.
TEST(VerdictsOfRuns, WithoutADeviceTheCpuPrunes) {
  Random random(1);
  bool is_told = false;
  for (int i = 0; i < 50; ++i) {
    const History history = random_history(random, registers_mix());
    const ReportData cuda = check_with(history, Level::kSerializable, Pruner::kCuda);
    ASSERT_EQ(cuda.decision.verdict,
              check_with(history, Level::kSerializable, Pruner::kCpu).decision.verdict);
    for (const std::string& line : cuda.log) is_told |= line.starts_with("pruned on the CPU: ");
    is_told |= cuda.pruner.starts_with("CUDA device");
  }
  EXPECT_TRUE(is_told);
}

}  // namespace
}  // namespace isolde
