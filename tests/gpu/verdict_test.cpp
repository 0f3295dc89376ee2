// Verdicts do not depend on who prunes: the kernels on the host against the CPU, on random histories of items
// at every level. ISOLDE_HISTORIES sets how many; one seed is fixed, a second is drawn anew, and ISOLDE_SEED
// replays it.
#include <string>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/gpu/random_graph.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/random_history.hpp"
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

TEST(Verdicts, DoNotDependOnThePruner) {
  static const std::uint64_t fresh = fresh_seed();
  std::size_t by_kernels = 0;
  std::size_t rejected = 0;
  for (const std::uint64_t seed : {std::uint64_t{1}, fresh}) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = number_from_environment("ISOLDE_HISTORIES", 1000); i > 0; --i) {
      const History history = random_history(random, registers_mix());
      SCOPED_TRACE(text_of(history));
      for (const LevelInfo& level : levels()) {
        const ReportData cpu = check_with(history, level.level, Pruner::kCpu);
        const ReportData host = check_with(history, level.level, Pruner::kHost);
        ASSERT_EQ(cpu.decision.verdict, host.decision.verdict) << level.name;
        by_kernels += host.pruner == "kernels on the host" ? 1 : 0;
        rejected += cpu.decision.verdict == Verdict::kReject ? 1 : 0;
      }
    }
  }
  EXPECT_GT(by_kernels, 0U);
  EXPECT_GT(rejected, 0U);
}

// Where there is no device the CPU prunes, and one line says so.
TEST(Verdicts, WithoutADeviceTheCpuPrunes) {
  Random random(1);
  bool is_told = false;
  for (int i = 0; i < 50; ++i) {
    const History history = random_history(random, registers_mix());
    const ReportData cuda = check_with(history, Level::kSerializable, Pruner::kCuda);
    ASSERT_EQ(cuda.decision.verdict,
              check_with(history, Level::kSerializable, Pruner::kCpu).decision.verdict);
    for (const std::string& warning : cuda.warnings) is_told |= warning.starts_with("pruned on the CPU: ");
    is_told |= cuda.pruner.starts_with("CUDA device");
  }
  EXPECT_TRUE(is_told);
}

}  // namespace
}  // namespace isolde
