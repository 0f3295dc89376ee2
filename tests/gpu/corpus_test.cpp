// Real histories (ISOLDE_CORPUS, or ../shared/corpus beside the checkout): the kernels on the host prune
// their polygraphs like the CPU, and verdicts are the same.
#include "tests/oracle/corpus.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/formats/formats.hpp"

namespace isolde {
namespace {

// Whether the kernels had anything to do.
bool expect_equal_verdicts(const std::filesystem::path& file, Level level, std::size_t most = 10'000) {
  SCOPED_TRACE(file.filename().string());
  const Result<History> history = read_history(file.string());
  if (!history) return false;  // what readers refuse is no affair of pruning
  if (history->transaction_count() > most) return false;
  CheckOptions options;
  options.level = level;
  options.guess = false;
  options.explain = false;
  options.pruner = Pruner::kCpu;
  options.limits.seconds = 1;
  const ReportData cpu = check(*history, options);
  if (cpu.pruner.empty()) return false;  // nothing to prune, or it is not done by cycles alone
  options.limits.seconds = 60;
  options.pruner = Pruner::kHost;
  const ReportData host = check(*history, options);
  EXPECT_EQ(name_of(cpu.decision.verdict), name_of(host.decision.verdict));
  for (std::size_t i = 0; i < cpu.encoding.size() && i < host.encoding.size(); ++i)
    EXPECT_EQ(cpu.encoding[i].value, host.encoding[i].value) << cpu.encoding[i].name;
  return host.pruner == "kernels on the host";
}

TEST(Corpus, CasesAreDecidedAlike) {
  const std::filesystem::path cases = corpus() / "cases";
  if (!std::filesystem::is_directory(cases)) GTEST_SKIP() << "no corpus at " << cases;
  std::size_t by_kernels = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cases))
    for (const Level level : {Level::kStrictSerializable, Level::kSnapshotIsolation})
      by_kernels += expect_equal_verdicts(entry.path(), level, 200) ? 1 : 0;
  EXPECT_GT(by_kernels, 50U);
}

TEST(Corpus, LogsArePrunedAlike) {
  const std::filesystem::path logs = corpus() / "cobra";
  if (!std::filesystem::is_directory(logs)) GTEST_SKIP() << "no corpus at " << logs;
  for (const char* name : {"chengRW-100", "chengRW-1000", "chengRW-4000"})
    EXPECT_TRUE(expect_equal_verdicts(logs / name, Level::kStrongSessionSerializable));
  EXPECT_TRUE(expect_equal_verdicts(logs / "chengRW-1000", Level::kSnapshotIsolation));
}

}  // namespace
}  // namespace isolde
