// The encoding of choices against the oracle: every mix of random small histories, every level, with and
// without trying stronger levels first; accepted schedules replay by the oracle and by the verifier.
//
// ISOLDE_HISTORIES sets how many histories each mix gets. One seed is fixed; ISOLDE_SEED sets a second.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "history/level.hpp"
#include "solver/search.hpp"
#include "solver/solve_choices.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/mixes.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

// What a run has seen, so that it cannot pass without having asked anything.
struct Seen {
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  std::size_t with_choices = 0;
};

void expect_oracles_verdict(const History& history, Level level, Seen& seen) {
  const WriterIndex writers(history);
  const auto oracle_level = static_cast<OracleLevel>(level);
  const bool expected = satisfies(history, oracle_level);
  for (const bool strengthen : {false, true}) {
    ChoicesStatistics statistics;
    const Outcome outcome = solve_choices({history, writers, demands_of(level), strengthen}, {}, &statistics);
    seen.with_choices += statistics.choices > 0 ? 1 : 0;
    ++(expected ? seen.accepted : seen.rejected);
    const auto* accept = std::get_if<Accept>(&outcome);
    ASSERT_EQ(accept != nullptr, expected) << (strengthen ? "strengthened" : "at once");
    ASSERT_EQ(std::holds_alternative<Reject>(outcome), !expected);
    if (accept == nullptr) continue;
    ASSERT_TRUE(replays(history, accept->schedule, oracle_level));
    const VerifyResult verified = verify(history, {level, 0, AcceptCertificate{accept->schedule}});
    ASSERT_TRUE(verified) << verified.reason;
  }
}

class Choices : public testing::TestWithParam<Mix> {};

TEST_P(Choices, HaveTheOraclesVerdictAtEveryLevel) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 300);
  Seen seen;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !HasFatalFailure(); ++i) {
      const History history = random_history(random, GetParam().options);
      SCOPED_TRACE(text_of(history));
      for (const LevelInfo& level : levels()) {
        SCOPED_TRACE(std::string(level.name));
        expect_oracles_verdict(history, level.level, seen);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(seen.accepted, 0U);
  EXPECT_GT(seen.rejected, 0U);
  RecordProperty("with_choices", std::to_string(seen.with_choices));
  if (GetParam().name != "registers") {
    EXPECT_GT(seen.with_choices, 0U);
  }
}

// Beyond what the oracle can decide, executing knows the answer at levels without snapshots; with clock skew,
// too.
TEST_P(Choices, HaveTheSearchsVerdictOnLargerHistories) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 300) / 10;
  RandomHistoryOptions options = GetParam().options;
  options.min_transactions = 8;
  options.max_transactions = 14;
  options.max_sessions = 6;
  options.max_keys = 4;
  options.lies = 0.3;
  Limits limits;
  limits.steps = 100'000;
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories; ++i) {
      const History history = random_history(random, options);
      SCOPED_TRACE(text_of(history));
      const WriterIndex writers(history);
      const auto skew = static_cast<std::int64_t>(i % 3);
      for (const LevelInfo& level : levels()) {
        if (!level.one_node) continue;
        const Outcome expected = search({history, demands_of(level.level, skew)}, limits);
        if (std::holds_alternative<Unknown>(expected)) continue;
        const Outcome outcome = solve_choices({history, writers, demands_of(level.level, skew)}, {});
        const auto* accept = std::get_if<Accept>(&outcome);
        ++(accept != nullptr ? accepted : rejected);
        ASSERT_EQ(outcome.index(), expected.index()) << level.name;
        if (accept == nullptr) continue;
        ASSERT_TRUE(replays(history, accept->schedule, static_cast<OracleLevel>(level.level)) || skew != 0);
        const VerifyResult verified =
            verify(history, {level.level, skew, AcceptCertificate{accept->schedule}});
        ASSERT_TRUE(verified) << verified.reason;
      }
    }
  }
  EXPECT_GT(accepted, 0U);
  EXPECT_GT(rejected, 0U);
}

// What does not fit is left out before anything is known about who takes effect.
TEST(ChoicesCases, WithoutMemoryThereIsNoCrash) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "a" + std::to_string(i) + ": append x " + std::to_string(i) + "; ";
  const History history = history_of(text + "r: r x [1 2]; u unknown: append x 99");
  const WriterIndex writers(history);
  Limits limits;
  limits.memory_bytes = 1;
  for (const LevelInfo& level : levels()) {
    const Outcome outcome = solve_choices({history, writers, level}, limits);
    EXPECT_FALSE(std::holds_alternative<Reject>(outcome)) << level.name;
    const auto* accept = std::get_if<Accept>(&outcome);
    if (accept != nullptr) {
      EXPECT_TRUE(verify(history, {level.level, 0, AcceptCertificate{accept->schedule}})) << level.name;
    }
  }
}

// Found by the test above: the search once rejected this one, wrongly.
TEST(ChoicesCases, ASetThatAnOptionalWriterMightReset) {
  const History history = history_of(
      "init k1 [1]; 2 [0,11]: r k1 [1], pr 'true' {k1=[1]}, r k0 nil, append k3 4;"
      "0 unknown [1,9]: add k1 2, w k2 6;"
      "1 unknown [3,5]: pr 'value between 2 and 6' {}, delete k2, pw 'key = ''k0''' {};"
      "1 unknown [5,11]: add k1 5, r k1 [1 5]; 0 aborted [9,13]: add k0 7, r k1 [1 5];"
      "2 aborted [11,14]: add k0 8; 0 [16,21]: r k1 [1 5], r k1 [5 1];"
      "1 [16,19]: r k1 [5 1], pr 'value <= 4' {};"
      "2 [16,25]: add k1 9, add k0 10, pr 'value between 2 and 6' {}, append k3 13;"
      "0 unknown [23,24]: w k2 11;"
      "0 unknown [24,_]: append k3 12, pw 'true' {k1=[1 5]>nil k2=11>14 k3=[4 12]>nil}, add k0 15;"
      "2 unknown [27,_]: add k1 16, pr 'key = ''k0''' {k0=[10]}, r k0 [10];"
      "2 unknown [31,32]: pr 'value <= 4' {};"
      "2 [33,36]: r k0 [10], pw 'value > 3' {k2=11>17}, r k1 [9 5 1], add k0 18");
  const WriterIndex writers(history);
  const Outcome outcome = solve_choices({history, writers, demands_of(Level::kSerializable)}, {});
  const auto* accept = std::get_if<Accept>(&outcome);
  ASSERT_NE(accept, nullptr);
  EXPECT_TRUE(replays(history, accept->schedule, OracleLevel::kSerializable));
  for (const LevelInfo& level : levels()) {
    if (!level.one_node) continue;
    const Outcome decided = solve_choices({history, writers, level}, {});
    const Outcome searched = search({history, demands_of(level.level)}, {});
    EXPECT_EQ(decided.index(), searched.index()) << level.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Mixes, Choices, testing::ValuesIn(mixes()),
                         [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace isolde
