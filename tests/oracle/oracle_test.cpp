// The oracle against itself: the levels' lattice, its witnesses, and the plainest enumeration of schedules.
#include "tests/oracle/oracle.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/oracle/dsl.hpp"
#include "tests/oracle/random_history.hpp"

namespace isolde {
namespace {

using enum OracleLevel;

std::vector<RandomHistoryOptions> all_mixes() {
  RandomHistoryOptions everything = types_mix();
  everything.repeated_values = 0.5;
  everything.predicate_reads = everything.predicate_writes = everything.deletes = 0.15;
  return {registers_mix(), repeated_values_mix(), predicates_mix(), types_mix(), everything};
}

bool naively(const History& history, OracleLevel level, std::vector<int>& begun, Schedule& schedule,
             const std::vector<TxnId>& counted) {
  if (schedule.size() == 2 * counted.size()) return replays(history, schedule, level);
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (begun[i] == 2) continue;
    schedule.push_back({counted[i], begun[i] == 0 ? EventKind::kBegin : EventKind::kCommit});
    ++begun[i];
    const bool found = naively(history, level, begun, schedule, counted);
    --begun[i];
    schedule.pop_back();
    if (found) return true;
  }
  return false;
}

// All subsets of the indeterminate transactions, all interleavings of begins and commits, no cut-off.
bool naively(const History& history, OracleLevel level) {
  std::vector<TxnId> committed;
  std::vector<TxnId> indeterminate;
  for (const TxnId txn : history.transactions()) {
    if (history.status(txn) == TxnStatus::kCommitted) committed.push_back(txn);
    if (history.status(txn) == TxnStatus::kIndeterminate) indeterminate.push_back(txn);
  }
  for (std::size_t subset = 0; subset < (std::size_t{1} << indeterminate.size()); ++subset) {
    std::vector<TxnId> counted = committed;
    for (std::size_t i = 0; i < indeterminate.size(); ++i)
      if ((subset >> i) & 1U) counted.push_back(indeterminate[i]);
    std::vector<int> begun(counted.size(), 0);
    Schedule schedule;
    if (naively(history, level, begun, schedule, counted)) return true;
  }
  return false;
}

TEST(Oracle, AgreesWithThePlainestEnumeration) {
  Random random(1);
  for (RandomHistoryOptions options : all_mixes()) {
    options.min_transactions = 2;
    options.max_transactions = 4;
    options.lies = 0.9;
    for (int round = 0; round < 40; ++round) {
      const History history = random_history(random, options);
      for (const OracleLevel level : kOracleLevels)
        EXPECT_EQ(satisfies(history, level), naively(history, level)) << name_of(level) << "\n"
                                                                      << text_of(history);
    }
  }
}

TEST(Oracle, StrongerLevelsImplyWeakerOnes) {
  const std::vector<std::pair<OracleLevel, OracleLevel>> implications = {
      {kStrictSerializable, kStrongSessionSerializable},
      {kStrongSessionSerializable, kSerializable},
      {kSerializable, kRepeatableRead},
      {kStrongSnapshotIsolation, kStrongSessionSnapshotIsolation},
      {kStrongSessionSnapshotIsolation, kSnapshotIsolation},
      {kSerializable, kSnapshotIsolation},
      {kStrongSessionSerializable, kStrongSessionSnapshotIsolation},
      {kStrictSerializable, kStrongSnapshotIsolation},
      {kStrongSessionSnapshotIsolation, kPrefixConsistency}};
  std::vector<int> separated(implications.size(), 0);
  Random random(2);
  for (const RandomHistoryOptions& options : all_mixes()) {
    for (int round = 0; round < 800; ++round) {
      const History history = random_history(random, options);
      std::map<OracleLevel, bool> holds;
      for (const OracleLevel level : kOracleLevels) holds[level] = satisfies(history, level);
      for (std::size_t i = 0; i < implications.size(); ++i) {
        const auto& [stronger, weaker] = implications[i];
        const bool strong = holds[stronger];
        const bool weak = holds[weaker];
        EXPECT_TRUE(!strong || weak) << name_of(stronger) << " but not " << name_of(weaker) << "\n"
                                     << text_of(history);
        separated[i] += weak && !strong ? 1 : 0;
      }
    }
  }
  // None of them is an equivalence, and the generator finds it out.
  for (std::size_t i = 0; i < implications.size(); ++i)
    EXPECT_GE(separated[i], 20) << name_of(implications[i].first) << " = " << name_of(implications[i].second);
}

TEST(Oracle, WitnessesReplay) {
  Random random(3);
  for (const RandomHistoryOptions& options : all_mixes()) {
    for (int round = 0; round < 300; ++round) {
      const History history = random_history(random, options);
      for (const OracleLevel level : kOracleLevels) {
        const auto schedule = witness(history, level);
        EXPECT_EQ(schedule.has_value(), satisfies(history, level));
        EXPECT_TRUE(!schedule || replays(history, *schedule, level)) << name_of(level) << "\n"
                                                                     << text_of(history);
      }
    }
  }
}

// Without sessions the order in which transactions are written down means nothing.
TEST(Oracle, IgnoresTheOrderInTheText) {
  Random random(4);
  for (int round = 0; round < 300; ++round) {
    RandomHistoryOptions options = all_mixes()[random.below(5)];
    options.no_sessions = 1;
    const History history = random_history(random, options);
    std::string reversed;
    const std::string text = text_of(history);
    std::size_t from = 0;
    for (std::size_t end = 0; end != std::string::npos; from = end + 1) {
      end = text.find(';', from);
      reversed = text.substr(from, end == std::string::npos ? end : end - from) +
                 (reversed.empty() ? "" : ";" + reversed);
    }
    const History other = history_of(reversed);
    for (const OracleLevel level : kOracleLevels)
      EXPECT_EQ(satisfies(history, level), satisfies(other, level)) << text;
  }
}

bool replays_order(const History& history, const std::vector<std::size_t>& numbers, OracleLevel level) {
  std::vector<TxnId> order;
  for (const std::size_t number : numbers) order.emplace_back(number);
  return replays(history, order, level);
}

TEST(Replays, ASerialOrder) {
  const History history =
      history_of("a: w x 1; a: r x 2; b: r x 1, w x 2; c aborted: w x 7; d unknown: r x 2");
  EXPECT_TRUE(replays_order(history, {0, 2, 1}, kStrictSerializable));
  EXPECT_TRUE(replays_order(history, {0, 2, 1, 4}, kStrictSerializable));
  EXPECT_TRUE(replays_order(history, {0, 2, 1}, kStrongSnapshotIsolation));
  EXPECT_FALSE(replays_order(history, {0, 1, 2}, kSerializable));
  EXPECT_FALSE(replays_order(history, {4, 0, 2, 1}, kSerializable));
  EXPECT_FALSE(replays_order(history, {0, 2}, kSerializable)) << "a committed one is missing";
  EXPECT_FALSE(replays_order(history, {0, 2, 1, 1}, kSerializable)) << "one twice";
  EXPECT_FALSE(replays_order(history, {0, 2, 1, 3}, kSerializable)) << "an aborted one";
  EXPECT_FALSE(replays_order(history, {0, 2, 1, 5}, kSerializable)) << "one that is not there";
}

TEST(Replays, OrdersThatTheLevelAsksFor) {
  const History session = history_of("a: w x 1; a: r x nil");
  EXPECT_TRUE(replays_order(session, {1, 0}, kSerializable));
  EXPECT_FALSE(replays_order(session, {1, 0}, kStrongSessionSerializable));
  const History times = history_of("a [0,1]: w x 1; b [1,2]: r x nil");
  EXPECT_TRUE(replays_order(times, {1, 0}, kStrongSessionSerializable));
  EXPECT_FALSE(replays_order(times, {1, 0}, kStrictSerializable));
}

TEST(Replays, ASchedule) {
  const TxnId a(0);
  const TxnId b(1);
  const Schedule at_once = {
      {a, EventKind::kBegin}, {b, EventKind::kBegin}, {a, EventKind::kCommit}, {b, EventKind::kCommit}};
  const History skew = history_of("a: r x nil, w y 1; b: r y nil, w x 1");
  EXPECT_TRUE(replays(skew, at_once, kStrongSnapshotIsolation));
  EXPECT_FALSE(replays(skew, at_once, kSerializable));
  const History lost = history_of("a: r x nil, w x 1; b: r x nil, w x 2");
  EXPECT_TRUE(replays(lost, at_once, kPrefixConsistency));
  EXPECT_FALSE(replays(lost, at_once, kSnapshotIsolation));
  const Schedule unfinished = {{a, EventKind::kBegin}, {b, EventKind::kBegin}, {a, EventKind::kCommit}};
  EXPECT_FALSE(replays(skew, unfinished, kSnapshotIsolation));
  const Schedule backwards = {
      {a, EventKind::kCommit}, {a, EventKind::kBegin}, {b, EventKind::kBegin}, {b, EventKind::kCommit}};
  EXPECT_FALSE(replays(skew, backwards, kSnapshotIsolation));
}

TEST(Dsl, SaysWhereItIsMalformed) {
  for (const char* text :
       {"a", "a: r x", "a: q x 1", "a sleeping: r x 1", "a: r x 1 r y 1", "a: pr 'value >' {}",
        "a: pr 'true {}", "a: w x [1", "a [3: r x 1", "a [5,3]: r x 1"})
    EXPECT_THROW((void)history_of(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace isolde
