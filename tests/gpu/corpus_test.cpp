// Real histories (ISOLDE_CORPUS, or ../shared/corpus beside the checkout): the kernels on the host prune
// their polygraphs like the CPU and like breadth-first search, and verdicts are the same. ISOLDE_GPU_NODES is
// the size of the largest one.
#include "tests/oracle/corpus.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "encode/items/encode.hpp"
#include "frontends/formats/formats.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "tests/gpu/pruning.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

// Whether the kernels had anything to do.
bool expect_equal_verdicts(const std::filesystem::path& file, Level level) {
  constexpr std::size_t kMost = 200;
  SCOPED_TRACE(file.filename().string());
  const Result<History> history = read_history(file.string());
  if (!history) return false;  // what readers refuse is no affair of pruning
  if (history->transaction_count() > kMost) return false;
  CheckOptions options;
  options.level = level;
  options.guess = false;
  options.explain = false;
  options.pruner = Pruner::kCpu;
  options.limits.seconds = 10;
  const ReportData cpu = check(*history, options);
  if (cpu.pruner.empty()) return false;  // nothing to prune, or it is not done by cycles alone
  options.limits.seconds = 60;
  options.pruner = Pruner::kHost;
  const ReportData host = check(*history, options);
  // Who ran out of time says nothing.
  for (const ReportData* report : {&cpu, &host})
    if (report->decision.verdict == Verdict::kUnknown) return false;
  EXPECT_EQ(name_of(cpu.decision.verdict), name_of(host.decision.verdict));
  for (const StatisticInfo& row : kStatistics) {
    if (row.group != StatisticGroup::kEncoding) continue;
    EXPECT_EQ(cpu.statistics[row.statistic], host.statistics[row.statistic]) << row.name;
  }
  return host.pruner == "kernels on the host";
}

TEST(Corpus, CasesAreDecidedAlike) {
  const std::filesystem::path cases = corpus() / "cases";
  if (!std::filesystem::is_directory(cases)) GTEST_SKIP() << "no corpus at " << cases;
  std::size_t by_kernels = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cases))
    for (const Level level : {Level::kStrictSerializable, Level::kSnapshotIsolation})
      by_kernels += expect_equal_verdicts(entry.path(), level) ? 1 : 0;
  EXPECT_GT(by_kernels, 50U);
}

// No limit of time anywhere: how fast a machine is decides nothing.
struct Log {
  const char* name;
  Level level = Level::kStrongSessionSerializable;
};

class Logs : public testing::TestWithParam<Log> {};

// Each mode of the executor with another way of closing and updating.
struct FinderRun {
  host::ExecutorMode mode;
  host::FinderWays ways;
};
constexpr FinderRun kRuns[] = {
    {kModes[0], {host::AcyclicWay::kSweep, host::UpdateWay::kCloseAnew}},
    {kModes[1], {host::AcyclicWay::kByCost, host::UpdateWay::kJoin}},
    {kModes[2], {host::AcyclicWay::kLevels, host::UpdateWay::kCloseAnew}},
};

Polygraph polygraph_of(const History& history, Level level) {
  const WriterIndex writers(history);
  const Items items(history, writers, counting_transactions(history, writers));
  return encode(history, items, demands_of(level));
}

// Large ones only in the plain mode, and not against breadth-first search.
TEST_P(Logs, ArePrunedAlike) {
  const std::filesystem::path log = corpus() / "cobra" / GetParam().name;
  if (!std::filesystem::is_directory(log)) GTEST_SKIP() << "no corpus at " << log;
  const Result<History> history = read_history(log.string());
  ASSERT_TRUE(history);
  const Polygraph polygraph = polygraph_of(*history, GetParam().level);
  if (polygraph.node_count() > number_from_environment("ISOLDE_GPU_NODES", 40'000))
    GTEST_SKIP() << polygraph.node_count() << " nodes";
  const bool is_small = polygraph.node_count() <= 2500;
  const std::optional<Found> expected = is_small ? std::optional(found_by_search(polygraph)) : std::nullopt;
  for (const FinderRun& run : kRuns) {
    if (!is_small && run.mode.shuffled) continue;
    HostFinder finder(host::HostDeviceOptions{.mode = run.mode});
    finder.set_ways(run.ways);
    expect_pruned_like_the_cpu(polygraph, finder);
    if (is_small) {
      EXPECT_EQ(found_by(finder, polygraph), *expected);
    }
  }
}

std::string name_of_log(const testing::TestParamInfo<Log>& log) {
  std::string name = fmt::format("{}_{}", log.param.name, info(log.param.level).name);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, Logs,
                         testing::Values(Log{"chengRW-100"}, Log{"chengRW-1000"}, Log{"chengRW-4000"},
                                         Log{"chengRW-1000", Level::kSnapshotIsolation}, Log{"chengRM-10000"},
                                         Log{"cock-G2"}, Log{"cock-blog"}, Log{"twitter-10000"},
                                         Log{"yuga-G2-c"}),
                         name_of_log);

}  // namespace
}  // namespace isolde
