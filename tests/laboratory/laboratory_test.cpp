// Solvers in processes of their own: they agree, and their limits hold.
#include "laboratory/laboratory.hpp"

#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/clock.hpp"
#include "laboratory/own_process.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/polygraph/all_pairs.hpp"

namespace isolde {
namespace {

TEST(Laboratory, AllAgree) {
  const std::vector<Contestant> contestants = available_contestants();
  const auto results = compete({all_pairs(5, 5)}, contestants, {});
  ASSERT_EQ(results.size(), contestants.size());
  for (const ContestResult& result : results) {
    EXPECT_EQ(result.answer, ContestResult::Answer::kNoModel) << result.contestant.name() << result.reason;
    EXPECT_GT(result.peak_memory_bytes, 100'000U);
  }
  EXPECT_FALSE(has_disagreement(results));
}

TEST(Laboratory, ADisagreementIsSeen) {
  std::vector<ContestResult> results(3);
  EXPECT_FALSE(has_disagreement(results));
  results[0].answer = ContestResult::Answer::kModel;
  EXPECT_FALSE(has_disagreement(results));
  results[2].answer = ContestResult::Answer::kNoModel;
  EXPECT_TRUE(has_disagreement(results));
  results[0].answer = ContestResult::Answer::kWrong;
  results[2].answer = ContestResult::Answer::kUnknown;
  EXPECT_TRUE(has_disagreement(results));
}

TEST(Laboratory, SearchDecidesTheHistoryIfItCan) {
  const History skew = history_of("a: r x nil, r y nil, w x 1; b: r x nil, r y nil, w y 1");
  CheckOptions options;
  const auto result_of = [&](const History* history, Level level, bool has_more_orders) {
    options.level = level;
    const Polygraph polygraph = polygraph_of(skew, options).value();
    const Contestant contestant = contestant_named("search").value();
    return compete({polygraph, history, level, has_more_orders}, std::span(&contestant, 1), {}).front();
  };
  EXPECT_EQ(result_of(&skew, Level::kSerializable, false).answer, ContestResult::Answer::kNoModel);
  EXPECT_EQ(result_of(&skew, Level::kSerializable, false).reason, "");
  EXPECT_EQ(result_of(&skew, Level::kSnapshotIsolation, false).reason,
            "search does not decide snapshot-isolation");
  EXPECT_EQ(result_of(&skew, Level::kSerializable, true).reason,
            "search uses no other orders than those that the level asks for");
  EXPECT_EQ(result_of(nullptr, Level::kSerializable, false).answer, ContestResult::Answer::kUnknown);
}

// Whoever it is and whatever he counts himself: what he holds beyond what he found is measured alike.
TEST(Laboratory, MemoryIsMeasuredAlike) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  Limits limits;
  limits.seconds = 60;
  limits.memory_bytes = 64 * kMegabyte;
  const auto hold = [](std::size_t bytes) {
    std::vector<char> held(bytes, 'x');
    ::usleep(500'000);
    return std::string(1, held.back());
  };
  const std::string reason = "the memory limit of 64 MiB was reached";
  const std::vector<char> shared(256 * kMegabyte, 'x');  // of the parent: nobody's fault
  EXPECT_EQ(run_in_own_process(limits, [&] { return hold(16 * kMegabyte); }).message, "x");
  EXPECT_EQ(run_in_own_process(limits, [&] { return hold(128 * kMegabyte); }).reason, reason);
  const auto in_another_program = [] {
    const pid_t child = ::fork();
    if (child == 0) {
      ::execlp("tail", "tail", "/dev/zero", nullptr);  // looks for the end of a line
      ::_exit(1);
    }
    ::waitpid(child, nullptr, 0);
    return std::string();
  };
  EXPECT_EQ(run_in_own_process(limits, in_another_program).reason, reason);
}

TEST(Laboratory, TimeAndMemoryAreLimited) {
  const Polygraph hard = all_pairs(60, 60);
  Limits limits;
  limits.seconds = 0.3;
  const Stopwatch watch;
  const std::vector<Contestant> own{{Solver::kCdcl, AcyclicityEncoding::kLazy}};
  const auto late = compete({hard}, own, limits);
  EXPECT_EQ(late[0].answer, ContestResult::Answer::kUnknown);
  EXPECT_EQ(late[0].reason, "the time limit of 0.3 s was reached");
  EXPECT_LT(watch.seconds(), 20);
  limits.seconds = 60;
  limits.memory_bytes = 1'000'000;
  EXPECT_EQ(compete({hard}, own, limits)[0].answer, ContestResult::Answer::kUnknown);
}

TEST(Laboratory, ContestantsHaveNames) {
  for (const Contestant& contestant : all_contestants()) {
    const auto again = contestant_named(contestant.name());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->name(), contestant.name());
  }
  EXPECT_EQ(contestant_named("search").value().solver, Solver::kSearch);
  EXPECT_FALSE(contestant_named("search:eager"));
  EXPECT_FALSE(contestant_named("cdcl:eager"));
  EXPECT_FALSE(contestant_named(""));
  const auto unknown = contestant_named("nobody");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("there is no solver 'nobody'; choose from cdcl, minisat"),
            std::string::npos);
}

}  // namespace
}  // namespace isolde
