// Schedules: the verifier and the oracle's replay are two opinions about the same question, and must agree on
// every schedule, right or wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "tests/certify/random_histories.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

class Schedules : public RandomHistories {};

// One small change: two events swapped, one dropped, doubled, moved, or turned into its counterpart.
void mutate(Schedule& schedule, const History& history, Random& random) {
  if (schedule.empty()) {
    schedule.push_back({TxnId(random.below(history.transaction_count())), EventKind::kCommit});
    return;
  }
  const std::size_t at = random.below(schedule.size());
  const auto here = schedule.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random.below(7)) {
    case 0:
    case 1:
      std::swap(schedule[at], random.pick(schedule));
      break;
    case 2:
      if (at + 1 < schedule.size()) std::swap(schedule[at], schedule[at + 1]);
      break;
    case 3:
      schedule.erase(here);
      break;
    case 4:
      schedule.insert(here, random.pick(schedule));
      break;
    case 5:
      here->kind = here->kind == EventKind::kBegin ? EventKind::kCommit : EventKind::kBegin;
      break;
    default:
      schedule.insert(here, {TxnId(random.below(history.transaction_count())),
                             random.chance(0.5) ? EventKind::kBegin : EventKind::kCommit});
  }
}

TEST_P(Schedules, OfTheOracleHold) {
  std::size_t checked = 0;
  for_each_history(1, [&](const History& history, Random&) {
    for (const LevelInfo& level : levels()) {
      const auto schedule = witness(history, oracle_level(level.level));
      if (!schedule) continue;
      ++checked;
      const VerifyResult result = verify(history, accept_certificate(level.level, *schedule));
      ASSERT_TRUE(result) << level.name << ": " << result.reason;
      ASSERT_EQ(result.reason, "");
    }
  });
  EXPECT_GT(checked, 0U);
}

TEST_P(Schedules, HoldIfAndOnlyIfTheyReplay) {
  std::size_t right = 0;
  std::size_t wrong = 0;
  for_each_history(1, [&](const History& history, Random& random) {
    const LevelInfo& level = levels()[random.below(levels().size())];
    const LevelInfo& other = levels()[random.below(levels().size())];
    Schedule schedule = witness(history, oracle_level(level.level)).value_or(Schedule());
    for (int round = 0; round < 12; ++round) {
      const bool expected = replays(history, std::span<const Event>(schedule), oracle_level(other.level));
      const VerifyResult result = verify(history, accept_certificate(other.level, schedule));
      ASSERT_EQ(result.holds, expected) << other.name << ", round " << round << ": " << result.reason;
      ASSERT_EQ(result.reason.empty(), expected);
      ++(expected ? right : wrong);
      mutate(schedule, history, random);
    }
  });
  EXPECT_GT(right, 0U);
  EXPECT_GT(wrong, 0U);
}

INSTANTIATE_TEST_SUITE_P(Mixes, Schedules, testing::ValuesIn(history_mixes()),
                         [](const auto& mix) { return mix.param.name; });

// "b0 c1 c0": begins and commits by the transaction's number.
Schedule schedule_of(const std::string& text) {
  Schedule schedule;
  for (std::size_t i = 0; i + 1 < text.size(); i += 3)
    schedule.push_back(
        {TxnId(std::size_t(text[i + 1] - '0')), text[i] == 'b' ? EventKind::kBegin : EventKind::kCommit});
  return schedule;
}

std::string reason(const std::string& history, const std::string& schedule, Level level,
                   std::int64_t clock_skew = 0) {
  Certificate certificate = accept_certificate(level, schedule_of(schedule));
  certificate.clock_skew = clock_skew;
  return verify(history_of(history), certificate).reason;
}

constexpr const char* kTwo = "a: w x 1; b: r x nil";

TEST(Schedule, NamesWhatIsWrong) {
  EXPECT_EQ(reason(kTwo, "c1 c0", Level::kSerializable), "");
  EXPECT_THAT(reason(kTwo, "c0 c1", Level::kSerializable),
              HasSubstr("reads x = nothing, but the schedule shows it 1"));
  EXPECT_THAT(reason(kTwo, "c1", Level::kSerializable), HasSubstr("committed, but is not in the schedule"));
  EXPECT_THAT(reason(kTwo, "c1 c0 c0", Level::kSerializable), HasSubstr("goes on in the schedule"));
  EXPECT_THAT(reason(kTwo, "c1 c9", Level::kSerializable), HasSubstr("does not have"));
  EXPECT_THAT(reason(kTwo, "b0 c1", Level::kSerializable), HasSubstr("does not commit"));
  EXPECT_THAT(reason(kTwo, "b0 b0 c0 c1", Level::kSerializable), HasSubstr("begins twice"));
  EXPECT_THAT(reason(kTwo, "b0 c1 c0", Level::kSerializable), HasSubstr("overlaps"));
  EXPECT_EQ(reason(kTwo, "b0 c1 c0", Level::kSnapshotIsolation), "");
  EXPECT_THAT(reason("a aborted: w x 1", "c0", Level::kSerializable), HasSubstr("aborted"));
}

TEST(Schedule, FirstCommitterWins) {
  const std::string lost_update = "a: r x nil, w x 1; b: r x nil, w x 2";
  EXPECT_THAT(reason(lost_update, "b0 b1 c0 c1", Level::kSnapshotIsolation), HasSubstr("is open"));
  EXPECT_EQ(reason(lost_update, "b0 b1 c0 c1", Level::kPrefixConsistency), "");
}

TEST(Schedule, KeepsSessions) {
  const std::string history = "a: w x 1; a: r x nil";
  EXPECT_EQ(reason(history, "c1 c0", Level::kSerializable), "");
  EXPECT_THAT(reason(history, "c1 c0", Level::kStrongSessionSerializable), HasSubstr("in their session"));
  EXPECT_THAT(reason(history, "b1 c0 c1", Level::kPrefixConsistency), HasSubstr("in their session"));
  EXPECT_EQ(reason("a unknown: w x 1; a: r x nil", "c1 c0", Level::kStrictSerializable), "");
}

TEST(Schedule, KeepsRealTime) {
  const std::string history = "a [0,10]: w x 1; b [20,30]: r x nil";
  EXPECT_THAT(reason(history, "c1 c0", Level::kStrictSerializable), HasSubstr("had ended"));
  EXPECT_THAT(reason(history, "c1 c0", Level::kStrictSerializable, 10), HasSubstr("had ended"));
  EXPECT_EQ(reason(history, "c1 c0", Level::kStrictSerializable, 11), "");
  EXPECT_EQ(reason(history, "c1 c0", Level::kStrictSerializable, INT64_MAX), "");
  EXPECT_EQ(reason("a [5,5]: w x 1; b [5,5]: r x nil", "c1 c0", Level::kStrictSerializable), "");
  EXPECT_THAT(reason("a [4,5]: w x 1; b [5,5]: r x nil", "c1 c0", Level::kStrictSerializable),
              HasSubstr("had ended"));
  EXPECT_THAT(reason(history, "c1 c0", Level::kStrictSerializable, -1), HasSubstr("negative"));
}

TEST(Schedule, ComputesListsSetsAndCounters) {
  const std::string lists =
      "a: append l 1; b: append l 2, r l [1 2]; c: r l [1 2], append l 3; d: r l [1 2 3]";
  EXPECT_EQ(reason(lists, "c0 c1 c2 c3", Level::kSerializable), "");
  EXPECT_NE(reason(lists, "c1 c0 c2 c3", Level::kSerializable), "");
  // Both append to the same snapshot; the later commit replaces the earlier one's list.
  const std::string lost = "a: append l 1; b: append l 2, r l [2]; c: r l [2]; d: r l [1]";
  EXPECT_EQ(reason(lost, "b0 b1 c0 c3 c1 c2", Level::kPrefixConsistency), "");
  const std::string sets =
      "init s [7]; a: add s 1, add s 2; b: add s 1; c: r s [2 7 1]; d: w s [5 6]; e: r s [6 5]";
  EXPECT_EQ(reason(sets, "c0 c1 c2 c3 c4", Level::kSerializable), "");
  EXPECT_NE(reason(sets, "c0 c2 c1 c4 c3", Level::kSerializable), "");
  const std::string counters = "a: r c 0, inc c 5; b: inc c 2, r c 7; c: delete c; d: r c 0; e: r c nil";
  EXPECT_EQ(reason(counters, "c0 c1 c2 c3 c4", Level::kSerializable), "");
  EXPECT_NE(reason(counters, "c1 c0 c2 c3 c4", Level::kSerializable), "");
  EXPECT_THAT(reason("a: w x word; b: inc x 1", "c0 c1", Level::kSerializable), HasSubstr("does not allow"));
}

TEST(Schedule, ShowsAllRowsThatMatch) {
  const std::string history = "a: insert k (v=5); b: pr 'v > 3' {}; c: pr 'v > 3' {k=(v=5)}";
  EXPECT_EQ(reason(history, "c1 c0 c2", Level::kSerializable), "");
  EXPECT_THAT(reason(history, "c0 c1 c2", Level::kSerializable), HasSubstr("which matches"));
  EXPECT_EQ(reason(history, "c0 c1 c2", Level::kRepeatableRead), "");
  EXPECT_NE(reason(history, "c1 c2 c0", Level::kRepeatableRead), "");
}

}  // namespace
}  // namespace isolde
