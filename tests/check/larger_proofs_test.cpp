// Rejections of histories that are too large to go through as a whole: who is to blame is found, and proved.
//
// ISOLDE_HISTORIES sets how many histories each mix gets; one seed is fixed, a second is drawn anew and
// printed, and ISOLDE_SEED replays it.
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
  for (const std::uint64_t seed : {std::uint64_t{1}, fresh_seed()}) {
    Random random(seed);
    for (std::uint64_t i = 0; i < histories; ++i) {
      const History history = random_history(random, options);
      CheckOptions check_options;
      check_options.level = levels()[i % levels().size()].level;
      const ReportData report = check(history, check_options);
      if (report.decision.verdict == Verdict::kUnknown) {
        ASSERT_NE(report.decision.reason.find("too many"), std::string::npos) << report.decision.reason;
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
  EXPECT_LE(undecided, is_plain ? 0 : histories / 8);
  EXPECT_GE(proved + tolerated(GetParam().name, rejected), rejected) << example;
}

// Seven found the key absent and replaced that, and there are only six versions for them to have replaced.
// The proof has to go through who replaced which.
TEST(LongProofs, OfTooFewVersions) {
  const History history = history_of(R"(
- aborted [0,63]: w k0 (a=3 b=1), r k0 (a=3 b=1), delete k0;
- [1,106]: r k0 nil, r k0 nil, w k0 (a=34 b=1 c=ab);
- [1,55]: w k0 (a=13 b=nil c=b);
- [4,84]: w k0 (a=22 b=0 c=abc);
- [4,80]: r k0 nil, w k0 (a=17 b=1 c=nil);
- [5,68]: r k0 nil;
- [7,97]: pw '(''k1'' <> key)' {}, insert k0 (a=10 b=3 c=a), insert k0 (a=26 b=nil c=a);
- [9,74]: r k0 nil, pr '(a is null)' {};
- [9,79]: pw '(a = 2)' {}, pr '(a = 2)' {}, r k0 nil, r k0 nil;
- [11,100]: pr '(''k1'' <> key)' {}, pr '(a is null)' {}, r k0 nil;
- [11,44]: w k0 (a=1 b=1 c=ab);
- [11,90]: insert k0 (a=23 b=1 c=abc), r k0 (a=23 b=1 c=abc), r k0 (a=23 b=1 c=abc);
- [11,47]: insert k0 (a=2 b=1 c=abc);
- [13,103]: r k0 nil, w k0 (a=15 b=1 c=b), pr '(a is null)' {}, pr '(a is null)' {};
- [15,88]: r k0 nil, r k0 nil, r k0 nil;
- [17,75]: pr '(a = 2)' {}, r k0 nil;
- [17,94]: w k0 (a=9 b=1 c=abc), w k0 (a=16 b=3 c=nil);
- [19,53]: pw '(c >= ''b'')' {}, r k0 nil;
- [20,85]: w k0 (a=6 b=1 c=nil), pr '(a is null)' {}, pr '(c >= ''b'')' {};
- [8,117]: r k0 nil, r k0 nil, pr '(a is null)' {}, r k0 nil;
- [22,104]: r k0 nil, delete k0, pw '(c >= ''b'')' {}, r k0 nil;
- [18,59]: delete k0, pr '(a = 2)' {}, delete k0;
- [24,113]: r k0 nil, r k0 nil, delete k0;
- [11,111]: r k0 nil, pr '(c >= ''b'')' {};
- aborted [27,38]: r k0 nil;
- aborted [29,119]: r k0 nil, w k0 (a=39 b=0 c=b), r k0 (a=39 b=0 c=b), pw '(c >= ''b'')' {k0=(a=39 b=0 c=b)>(a=40 b=2 c=a)};
- [2,96]: pr '(a = 2)' {};
- unknown [32,87]: w k0 (a=4 b=1 c=ab), pr '(a = 2)' {};
- [34,77]: pr '(a = 2)' {}, w k0 (a=14 b=2), r k0 (a=14 b=2);
- [35,113]: w k0 (a=31 b=3 c=a), pr '(''k1'' <> key)' {k0=(a=31 b=3 c=a)}, insert k0 (a=32 b=0 c=ab), delete k0;
- unknown [32,61]: r k0 nil, r k0 nil, pr '(a is null)' {};
- [36,101]: w k0 (a=18 b=0), pr '(c >= ''b'')' {}, delete k0, r k0 nil;
- [24,70]: r k0 nil, insert k0 (a=24 b=2 c=ab);
- unknown [39,_]: r k0 nil;
- [41,114]: r k0 nil, r k0 nil, pw '(a = 2)' {};
- [42,92]: pr '(''k1'' <> key)' {}, r k0 nil, r k0 nil;
- aborted [45,49]: insert k0 (a=12 b=3 c=nil);
- [47,110]: pr '(c >= ''b'')' {}, r k0 (a=2 b=1 c=abc);
- [53,72]: w k0 (a=19 b=nil c=a), w k0 (a=20 b=nil c=ab), pr '(a is null)' {}, r k0 (a=20 b=nil c=ab);
- [57,106]: insert k0 (a=21 b=0), w k0 (a=27 b=2 c=ab), w k0 (a=33 b=3 c=a), insert k0 (a=35 b=nil c=ab);
- [10,83]: pr '(''k1'' <> key)' {}, r k0 nil;
- [61,72]: r k0 nil, r k0 nil;
- [17,81]: w k0 (a=25 b=0 c=nil), pr '(c >= ''b'')' {};
- [70,99]: w k0 (a=28 b=3 c=abc), w k0 (a=29 b=nil c=a);
- [100,118]: w k0 (a=38 b=0 c=ab))");
  CheckOptions options;
  options.level = Level::kStrictSerializable;
  const ReportData report = check(history, options);
  ASSERT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_TRUE(report.is_certified);
  EXPECT_EQ(report.decision.anomalies.front().transactions.size(), 10U);
}

INSTANTIATE_TEST_SUITE_P(Mixes, LargerProofs, testing::ValuesIn(mixes()),
                         [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace isolde
