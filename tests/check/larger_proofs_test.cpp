// Rejections of histories that are too large to go through as a whole: who is to blame is found, and proved.
//
// ISOLDE_HISTORIES sets how many histories each mix gets; one seed is fixed, ISOLDE_SEED sets a second.
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/mixes.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

// How many of so many rejections may lack a proof. Keys that are appended to, added to or incremented and
// also written as a whole may have more histories of their value than there is time to go through. Of some
// hundred rejections each 6 % of those with lists, sets and aggregates had none, 12 % of those with counters
// and 1 % of those with repeated values; the bounds leave room for few histories and a busy machine.
std::size_t tolerated(const std::string& mix, std::size_t rejected) {
  if (mix == "registers" || mix == "predicates") return 0;
  if (mix == "repeated_values") return 1 + rejected / 20;
  return 1 + rejected / (mix == "counters" ? 4 : 5);
}

// Of one history, on an idle machine hundreds of times what nearly all of them need. Counters add up to what
// was read in more ways than anybody could go through, once in a while.
constexpr double kMostSeconds = 10;

class LargerProofs : public testing::TestWithParam<Mix> {};

TEST_P(LargerProofs, AreFound) {
  RandomHistoryOptions options = GetParam().options;
  options.min_transactions = 45;
  options.max_transactions = 60;
  options.max_sessions = 6;
  options.max_keys = 12;
  options.lies = 0.5;
  const std::uint64_t histories = number_from_environment("ISOLDE_LARGER_HISTORIES", 16);
  std::size_t rejected = 0;
  std::size_t proved = 0;
  std::size_t undecided = 0;
  std::string example;
  const bool is_plain = GetParam().name == "registers" || GetParam().name == "predicates";
  for (const std::uint64_t seed : both_seeds()) {
    Random random(seed);
    for (std::uint64_t i = 0; i < histories; ++i) {
      const History history = random_history(random, options);
      CheckOptions check_options;
      check_options.level = levels()[i % levels().size()].level;
      if (!is_plain) check_options.limits.seconds = kMostSeconds;
      const ReportData report = check(history, check_options);
      if (report.decision.verdict == Verdict::kUnknown) {
        const std::string& reason = report.decision.reason;
        ASSERT_TRUE(reason.find("too many") != std::string::npos || reason.find("time") != std::string::npos)
            << reason;
        ++undecided;
      }
      if (report.decision.verdict != Verdict::kReject) continue;
      ++rejected;
      proved += report.is_certified ? 1 : 0;
      if (!report.is_certified)
        example = "ISOLDE_SEED=" + std::to_string(seed) + "\n" + text_of(history) + " at " +
                  std::string(info(check_options.level).name);
    }
  }
  std::printf("proved %zu of %zu\n", proved, rejected);
  EXPECT_GT(rejected, 0U);
  EXPECT_LE(undecided, is_plain ? 0 : 1 + histories / 8);
  EXPECT_GE(proved + tolerated(GetParam().name, rejected), rejected) << example;
}

INSTANTIATE_TEST_SUITE_P(Mixes, LargerProofs, testing::ValuesIn(mixes()),
                         [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace isolde
