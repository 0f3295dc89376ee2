// Solvers in processes of their own: they agree, and their limits hold.
#include "check/laboratory.hpp"

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "tests/encode/all_pairs.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

TEST(Laboratory, AllAgree) {
  const std::vector<Contestant> contestants = all_contestants();
  const auto results = compete(all_pairs(5, 5), contestants, {});
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
}

TEST(Laboratory, TimeAndMemoryAreLimited) {
  const Polygraph hard = all_pairs(60, 60);
  Limits limits;
  limits.seconds = 0.3;
  const Stopwatch watch;
  const std::vector<Contestant> own{{Solver::kCdcl, AcyclicityEncoding::kLazy}};
  const auto late = compete(hard, own, limits);
  EXPECT_EQ(late[0].answer, ContestResult::Answer::kUnknown);
  EXPECT_EQ(late[0].reason, "the time limit of 0.3 s was reached");
  EXPECT_LT(watch.seconds(), 20);
  limits.seconds = 60;
  limits.memory_bytes = 1'000'000;
  EXPECT_EQ(compete(hard, own, limits)[0].answer, ContestResult::Answer::kUnknown);
}

TEST(Laboratory, ContestantsHaveNames) {
  for (const Contestant& contestant : all_contestants()) {
    const auto again = contestant_named(contestant.name());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->name(), contestant.name());
  }
  EXPECT_FALSE(contestant_named("cdcl:eager"));
  EXPECT_FALSE(contestant_named(""));
  const auto unknown = contestant_named("nobody");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("there is no solver 'nobody'; choose from cdcl, minisat"),
            std::string::npos);
}

}  // namespace
}  // namespace isolde
