// Each finding and each dependency, in the words a user reads.
#include "report/sentence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;

// Names and sentences of all anomalies, then of all notes.
std::vector<std::string> sentences(const std::string& text, Level level = Level::kSerializable) {
  const History history = history_of(text);
  CheckOptions options;
  options.level = level;
  const Decision decision = check(history, options).decision;
  std::vector<std::string> result;
  for (const Anomaly& anomaly : decision.anomalies)
    result.push_back(anomaly.name + ": " + sentence(history, anomaly));
  for (const Finding& note : decision.notes) result.push_back("note: " + sentence(history, note));
  return result;
}

TEST(Sentence, AbortedRead) {
  EXPECT_THAT(sentences("a aborted: w x 1; b: r x 1"),
              ElementsAre("G1a: T1 reads x = 1, written by T0, which aborted"));
}
TEST(Sentence, IntermediateRead) {
  EXPECT_THAT(
      sentences("a: w x 1, w x 2; b: r x 1"),
      ElementsAre("G1b: T1 reads x = 1, an intermediate value that T0 overwrote before it committed"));
}
TEST(Sentence, IntermediateElement) {
  EXPECT_THAT(
      sentences("a: append x 1, append x 2; b: r x [1]"),
      ElementsAre("G1b: T1 reads 1 in x, an intermediate value that T0 overwrote before it committed"));
}
TEST(Sentence, GarbageRead) {
  EXPECT_THAT(sentences("a: r x 7"), ElementsAre("garbage-read: T0 reads x = 7, which no transaction wrote"));
}
TEST(Sentence, FutureRead) {
  EXPECT_THAT(sentences("a: r x 1, w x 1"),
              ElementsAre("future-read: T0 reads x = 1, which it only writes later itself"));
}
TEST(Sentence, Internal) {
  EXPECT_THAT(sentences("a: w x 1, r x 2; b: w x 2"),
              ElementsAre("internal: T0 reads x = 2, although it had left 1 there itself"));
}
TEST(Sentence, InternalList) {
  EXPECT_THAT(sentences("a: append x 1, r x [2]; b: append x 2"),
              ElementsAre("internal: T0 reads x = [2], which does not end with what it had appended itself"));
}
TEST(Sentence, InternalListAfterOwnRead) {
  EXPECT_THAT(
      sentences("a: r x [2], append x 1, r x [3 1]; b: append x 2; c: append x 3"),
      ElementsAre("internal: T0 reads x = [3 1], which does not end with what it had appended itself"));
}
TEST(Sentence, InternalSetAndCounter) {
  EXPECT_THAT(sentences("a: add x 1, r x [2]; b: add x 2"),
              ElementsAre("internal: T0 reads x = [2], which is not what it had there and added itself"));
  EXPECT_THAT(sentences("a: inc x 1, r x 0"),
              ElementsAre("internal: T0 reads x = 0, which lacks its own increments"));
}
TEST(Sentence, CounterOutOfReach) {
  EXPECT_THAT(sentences("a: inc x 2; b: r x 3"),
              ElementsAre("garbage-read: T1 reads x = 3, which no increments give"));
  EXPECT_THAT(sentences("a aborted: inc x 2; b: r x 2"),
              ElementsAre("G1a: T1 reads x = 2, which takes an increment of T0, which aborted"));
  EXPECT_THAT(sentences("a: inc x 2, inc x 1; b: r x 2"),
              ElementsAre("G1b: T1 reads x = 2, which takes some increments of T0, but not all"));
  EXPECT_THAT(sentences("a: r x 2, inc x 2"),
              ElementsAre("future-read: T0 reads x = 2, which takes an increment that it only makes later "
                          "itself"));
}
TEST(Sentence, AListWithoutAnElementIsNotTheInitialOne) {
  for (const std::string& each : sentences("a: append l 1; b: append l 2; c: r l [1 2], r l [1]"))
    EXPECT_THAT(each, testing::AllOf(testing::HasSubstr("T2 reads l = [1], before T1 leaves"),
                                     testing::Not(testing::HasSubstr("initial"))));
}
TEST(Sentence, PredicateMismatch) {
  EXPECT_THAT(sentences("a: w x 1; b: pr 'value > 5' {x=1}"),
              ElementsAre("predicate-mismatch: T1 is shown x = 1, which does not satisfy value > 5"));
}
TEST(Sentence, DuplicateWriteIsANote) {
  EXPECT_THAT(sentences("a: w x 1; b: w x 1"),
              ElementsAre("note: T0 and T1 both write x = 1, so a read of it has several possible writers"));
}
TEST(Sentence, ReadsOfAbortedAndUnobservedTransactionsAreNotBlamed) {
  EXPECT_THAT(sentences("a aborted: r x 7; b unknown: r x 8, w y 1"), ElementsAre());
}
TEST(Sentence, ReadsOfAnObservedIndeterminateTransactionAreBlamed) {
  EXPECT_THAT(sentences("a unknown: r x 8, w y 1; b: r y 1"),
              ElementsAre("garbage-read: T0 reads x = 8, which no transaction wrote"));
}
TEST(Sentence, ASecondReadThatChangesIsNotInternal) {
  EXPECT_THAT(
      sentences("init x 1; a: r x 1, r x 2; b: w x 2"),
      ElementsAre(
          "non-repeatable read: T0 reads the initial x = 1, before T1 leaves 2; T0 reads x = 2, which T1 "
          "wrote"));
}
TEST(Sentence, LostUpdateOfAVersionThatWasWritten) {
  EXPECT_THAT(
      sentences("a: w x 1; b: r x 1, w x 2; c: r x 1, w x 3"),
      ElementsAre(
          "lost update: T1 reads x = 1 from T0, before T2 leaves 3; T2 reads x = 1 from T0, before T1 "
          "leaves 2"));
}
TEST(Sentence, SessionOrder) {
  EXPECT_THAT(
      sentences("a: w x 1; a: r x nil", Level::kStrongSessionSerializable),
      ElementsAre(
          "G-single-process: T0 precedes T1 in their session; T1 reads the initial x = nothing, before "
          "T0 leaves 1"));
}
TEST(Sentence, RealTime) {
  EXPECT_THAT(
      sentences("a [0,5]: w x 1; b [7,9]: r x nil", Level::kStrictSerializable),
      ElementsAre(
          "G-single-realtime: T0 ended at 5, before T1 started at 7; T1 reads the initial x = nothing, "
          "before T0 leaves 1"));
}
TEST(Sentence, AggregatesAddUpVersions) {
  EXPECT_THAT(
      sentences("a: agg - 'v > 0' {count=0}, insert k1 (v=5); b: agg - 'v > 0' {count=0}, insert k2 (v=5)"),
      ElementsAre("G2: T0 adds up k2 as it was before T1 changed it; "
                  "T1 adds up k1 as it was before T0 changed it"));
  EXPECT_THAT(
      sentences("a: insert k1 (v=5), insert k2 (v=6); b: agg - 'v > 0' {count=1}"),
      ElementsAre("read skew: T1 adds up k2 as it was before T0 changed it; T1 adds up k1 as T0 left it"));
  EXPECT_THAT(sentences("a: insert k1 (v=5); b: agg v 'v > 0' {sum=6}"),
              ElementsAre("impossible aggregate: T1 finds sum(v) = 6 where v > 0, which no versions that are "
                          "left give"));
}

TEST(Sentence, WithoutACycleTheSetIsNamed) {
  const History history = history_of("a: w x 1; b: r x 1");
  Anomaly anomaly;
  anomaly.transactions = {TxnId(0), TxnId(1)};
  EXPECT_EQ(sentence(history, anomaly), "no order of T0 and T1 explains what they read");
}

}  // namespace
}  // namespace isolde
