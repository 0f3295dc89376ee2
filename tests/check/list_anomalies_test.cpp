// What Elle (§3.1.5, §5.1) calls lists, sets and counters that went wrong, each by its name, at every level
// where it is wrong, with a certificate that holds.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde {
namespace {

using testing::Contains;
using testing::Not;

std::vector<std::string> names(std::string_view text, Level level) {
  const History history = history_of(text);
  CheckOptions options;
  options.level = level;
  const ReportData report = check(history, options);
  EXPECT_EQ(report.decision.verdict == Verdict::kAccept, satisfies(history, static_cast<OracleLevel>(level)))
      << info(level).name;
  std::vector<std::string> result;
  for (const Anomaly& anomaly : report.decision.anomalies) {
    result.push_back(anomaly.name);
    if (anomaly.finding) {
      EXPECT_TRUE(report.is_certified);
    }
  }
  return result;
}

std::vector<TxnId> blamed(std::string_view text, Level level) {
  CheckOptions options;
  options.level = level;
  const Decision decision = check(history_of(text), options).decision;
  EXPECT_EQ(decision.verdict, Verdict::kReject);
  return decision.anomalies.empty() ? std::vector<TxnId>() : decision.anomalies.front().transactions;
}

void expect_at_every_level(std::string_view text, const std::string& name) {
  for (const LevelInfo& level : levels()) EXPECT_THAT(names(text, level.level), Contains(name)) << level.name;
}

TEST(ListAnomalies, IncompatibleOrder) {
  const char* text = "a: append l 1; b: append l 2; c: r l [1 2]; d: r l [2 1]";
  for (const LevelInfo& level : levels()) {
    if (!level.first_committer_wins) continue;
    EXPECT_THAT(names(text, level.level), Contains("incompatible order"));
  }
}

// Where updates may be lost, one list may have two futures.
TEST(ListAnomalies, TwoOrdersAfterALostUpdateAreAllowedAtPrefixConsistency) {
  const char* text = "a: append l 1; b: append l 2; c: r l [1]; d: r l [2]";
  EXPECT_THAT(names(text, Level::kPrefixConsistency), testing::IsEmpty());
  EXPECT_THAT(names(text, Level::kSnapshotIsolation), Contains("incompatible order"));
}

TEST(ListAnomalies, DuplicateElements) {
  expect_at_every_level("a: append l 1; b: r l [1 1]", "duplicate elements");
  expect_at_every_level("a: add s 1; b: add s 1; c: r s [1 1]", "duplicate elements");
  EXPECT_THAT(names("a: append l 1; b: append l 1; c: r l [1 1]", Level::kSerializable), testing::IsEmpty());
}

TEST(ListAnomalies, DirtyUpdate) {
  const char* text = "a aborted: append l 1; b: append l 2; c: r l [1 2]";
  expect_at_every_level(text, "dirty update");
  expect_at_every_level(text, "G1a");
  EXPECT_THAT(names("a aborted: append l 1; b: append l 2; c: r l [2 1]", Level::kSerializable),
              Not(Contains("dirty update")));
}

TEST(ListAnomalies, AbortedElement) {
  expect_at_every_level("a aborted: append l 1; c: r l [1]", "G1a");
  expect_at_every_level("a aborted: add s 1; c: r s [1]", "G1a");
}

TEST(ListAnomalies, IntermediateList) {
  expect_at_every_level("a: append l 1, append l 2; c: r l [1]", "G1b");
}

TEST(ListAnomalies, PhantomElement) {
  expect_at_every_level("a: append l 1; c: r l [1 7]", "garbage read");
  expect_at_every_level("a: add s 1; c: r s [7 1]", "garbage read");
}

// A number is no list, even if somebody appended it; so nobody saw that append.
TEST(ListAnomalies, NoListAtAll) {
  expect_at_every_level("a: r l 3; b unknown: append l 3", "garbage read");
  EXPECT_THAT(names("init l [1]; a: r l 3; b unknown: append l 3, r l [1 3]; c: append l 1, r l [1 1]",
                    Level::kSerializable),
              testing::ElementsAre("garbage read"));
}

TEST(ListAnomalies, LostElement) {
  // c saw it, d came later and did not.
  const char* list = "a [0,1]: append l 1; b [2,3]: append l 2; c [4,5]: r l [1 2]; d [6,7]: r l [1]";
  EXPECT_THAT(blamed(list, Level::kStrictSerializable), Contains(TxnId(3)));
  const char* set = "a [0,1]: add s 1; b [2,3]: add s 2; c [4,5]: r s [1 2]; d [6,7]: r s [1]";
  EXPECT_THAT(blamed(set, Level::kStrictSerializable), Contains(TxnId(3)));
}

TEST(ListAnomalies, Internal) {
  expect_at_every_level("a: append l 1, r l [2]; b: append l 2", "internal");
  expect_at_every_level("a: r l [2], append l 1, r l [1 2]; b: append l 2", "internal");
}

TEST(ListAnomalies, LostUpdate) {
  const std::vector<std::string> found =
      names("a: r l nil, append l 1; b: r l nil, append l 2; c: r l [1 2]", Level::kSerializable);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "lost update");
}

TEST(ListAnomalies, InternalSet) {
  expect_at_every_level("a: add s 1, r s [2]; b: add s 2", "internal");
  expect_at_every_level("a: r s [2], add s 1, r s [1]; b: add s 2", "internal");
  expect_at_every_level("a: add s 1, r s nil", "internal");
  expect_at_every_level("a: w s [1 2], add s 3, r s [3 1]", "internal");
  EXPECT_THAT(names("a: r s [2], add s 1, r s [1 2], add s 2, r s [2 1]; b: add s 2", Level::kSerializable),
              testing::IsEmpty());
}

TEST(ListAnomalies, ElementsBesideOwnOnes) {
  expect_at_every_level("a aborted: append l 1; b: append l 2, r l [1 2]", "G1a");
  expect_at_every_level("a aborted: add s 1; b: add s 2, r s [1 2]", "G1a");
  expect_at_every_level("b: add s 2, r s [1 2]", "garbage read");
}

// A counter that nobody could have brought there.
TEST(ListAnomalies, CounterOutOfReach) {
  expect_at_every_level("a: inc c 1; b: inc c 2; d: r c 4", "garbage read");
  expect_at_every_level("a: inc c 1; b: inc c 2; d: r c -1", "garbage read");
  expect_at_every_level("a: inc c -1; b: inc c 2; d: r c -2", "garbage read");
  expect_at_every_level("a: inc c 2; b: inc c 4; d: r c 3", "garbage read");
  expect_at_every_level("init c 10; a: inc c 2; b: r c 9", "garbage read");
  expect_at_every_level("a: inc c 1; b: r c many", "garbage read");
  expect_at_every_level("a: inc c 1; b unknown: inc c 1; c: r c 3", "garbage read");
  expect_at_every_level("a: inc c 1; b: pr 'value > 1' {c=2}", "garbage read");
  EXPECT_THAT(names("a: inc c 1; b unknown: inc c 1; c: r c 2", Level::kSerializable), testing::IsEmpty());
  EXPECT_THAT(names("a: inc c -3; b: inc c 2; c: r c -1", Level::kSerializable), testing::IsEmpty());
}

TEST(ListAnomalies, CounterWithWhatCannotBeSeen) {
  expect_at_every_level("a aborted: inc c 1; b: r c 1", "G1a");
  expect_at_every_level("a aborted: inc c 1; b: inc c 1; d: r c 2", "G1a");
  expect_at_every_level("a: inc c 1, inc c 2; b: r c 1", "G1b");
  expect_at_every_level("a: r c 1, inc c 1", "future read");
}

TEST(ListAnomalies, CounterWithoutOwnIncrements) {
  expect_at_every_level("a: inc c 1, r c nil", "internal");
  expect_at_every_level("a: inc c 1, r c 1, inc c 1, r c 1; b: inc c 5", "internal");
  expect_at_every_level("a: r c 5, inc c 1, r c 7; b: inc c 5; d: inc c 1", "internal");
  expect_at_every_level("a: w c 5, inc c 1, r c 7; b: inc c 5; d: inc c 1", "internal");
  EXPECT_THAT(names("a: r c nil, inc c 1, r c 1, inc c 2, r c 3; b: inc c 5", Level::kSerializable),
              testing::IsEmpty());
}

}  // namespace
}  // namespace isolde
