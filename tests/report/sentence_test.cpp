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
  EXPECT_THAT(sentences("a: w x 1, w x 2; b: r x 1"),
              ElementsAre("G1b: T1 reads x = 1, an intermediate value that T0 itself overwrote later"));
}
TEST(Sentence, IntermediateElement) {
  EXPECT_THAT(
      sentences("a: append x 1, append x 2; b: r x [1]"),
      ElementsAre("G1b: T1 reads x = [1], which ends with 1 of T0, but lacks what T0 appended after it"));
}
TEST(Sentence, GarbageRead) {
  EXPECT_THAT(sentences("a: r x 7; b: r x 8"),
              ElementsAre("garbage read: T0 reads x = 7, which no transaction wrote",
                          "garbage read: T1 reads x = 8, which no transaction wrote"));
}
TEST(Sentence, GarbageReadThatAnInitialValueExplains) {
  EXPECT_THAT(sentences("a: r x 7"),
              ElementsAre("garbage read: T0 reads x = 7, which no transaction wrote; if 7 "
                          "was x's initial value, say --initial x=7"));
  EXPECT_THAT(sentences("a: r x word; b: r x nil"),
              ElementsAre("garbage read: T0 reads x = \"word\", which no transaction wrote"));
}
TEST(Sentence, FutureRead) {
  EXPECT_THAT(sentences("a: r x 1, w x 1"),
              ElementsAre("future read: T0 reads x = 1, which it only writes later itself"));
}
TEST(Sentence, Internal) {
  EXPECT_THAT(sentences("a: w x 1, r x 2; b: w x 2"),
              ElementsAre("internal: T0 reads x = 2, although it had written 1 there itself"));
}
TEST(Sentence, InternalList) {
  EXPECT_THAT(
      sentences("a: append x 1, r x [2]; b: append x 2"),
      ElementsAre("internal: T0 reads x = [2], which does not end with [1], which it had appended itself"));
}
TEST(Sentence, InternalListAfterOwnRead) {
  EXPECT_THAT(sentences("a: r x [2], append x 1, r x [3 1]; b: append x 2; c: append x 3"),
              ElementsAre("internal: T0 reads x = [3 1], although it had read [2] there and then appended 1 "
                          "itself, which gives [2 1]"));
  EXPECT_THAT(sentences("a: append x 1; b: append x 2; c: r x [1], append x 3, r x [1 2 3]"),
              ElementsAre("internal: T2 reads x = [1 2 3], although it had read [1] there and then appended "
                          "3 itself, which gives [1 3]"));
}
TEST(Sentence, InternalListAfterItsWholeValueWasSeen) {
  EXPECT_THAT(sentences("a: append x 1; b: append x 2; c: append x 3, r x [1 3], r x [1 2 3]"),
              ElementsAre("internal: T2 reads x = [1 2 3], although it had read [1 3] there itself"));
}
TEST(Sentence, ASecondContradictionIsHeldToTheSameOperation) {
  EXPECT_THAT(sentences("a: w x 1; b: w x 2; c: w x 3, r x 1, r x 2"),
              ElementsAre("internal: T2 reads x = 1, although it had written 3 there itself",
                          "internal: T2 reads x = 2, although it had written 3 there itself"));
}
TEST(Sentence, InternalAfterADelete) {
  EXPECT_THAT(sentences("init x 1; a: delete x, r x 1"),
              ElementsAre("internal: T0 reads x = 1, although it had deleted it itself"));
}
TEST(Sentence, InternalSetAndCounter) {
  EXPECT_THAT(sentences("a: add x 1, r x [2]; b: add x 2"),
              ElementsAre("internal: T0 reads x = [2], which lacks 1, which it had added itself"));
  EXPECT_THAT(sentences("a: inc x 1, r x 0"),
              ElementsAre("internal: T0 reads x = 0, which adds up only without increments that it had made "
                          "itself"));
  EXPECT_THAT(
      sentences("a: r x [2], add x 1, r x [1]; b: add x 2"),
      ElementsAre("internal: T0 reads x = [1], although it had read [2] there and then added 1 itself, "
                  "which gives [2 1]"));
  EXPECT_THAT(sentences("a: r x 5, inc x 1, r x 7; b: inc x 5; d: inc x 1"),
              ElementsAre("internal: T0 reads x = 7, although it had read 5 there and then incremented it by "
                          "1 itself, which gives 6"));
  EXPECT_THAT(sentences("a: w x 5, inc x 1, inc x 2, r x 7; b: inc x 5"),
              ElementsAre("internal: T0 reads x = 7, although it had written 5 there and then incremented it "
                          "by 1 and 2 itself, which gives 8"));
}
TEST(Sentence, ElementsThatCannotBeThere) {
  EXPECT_THAT(sentences("a: append x 1; b aborted: append x 2; c: r x [1 2]"),
              ElementsAre("G1a: T2 reads x = [1 2], which holds 2, appended by T1, which aborted"));
  EXPECT_THAT(sentences("a: append x 1; c: r x [1 7]"),
              ElementsAre("garbage read: T1 reads x = [1 7], which holds 7, which no transaction appended"));
  EXPECT_THAT(
      sentences("a: r x [1], append x 1"),
      ElementsAre("future read: T0 reads x = [1], which holds 1, which it only appends later itself"));
  EXPECT_THAT(sentences("a: append x 1; b: r x 3"),
              ElementsAre("garbage read: T1 reads x = 3, which is no list, although x is one that "
                          "transactions only appended to"));
  EXPECT_THAT(sentences("a: append l 1; b: r l [1 1]"),
              ElementsAre("duplicate elements: T1 reads l = [1 1], with 1 in it more often than it was "
                          "appended"));
}
TEST(Sentence, ListsThatDisagree) {
  EXPECT_THAT(sentences("a: append l 1; b: append l 2; c: r l [1 2]; d: r l [2 1]"),
              testing::Contains("incompatible order: T3 reads l = [2 1] and T2 reads l = [1 2], but l only "
                                "grows at its end, so one of them should begin with the other"));
  EXPECT_THAT(sentences("a aborted: append l 1; b: append l 2; c: r l [1 2]"),
              testing::Contains("dirty update: T2 reads l = [1 2], where T0 appended 1 and aborted, yet "
                                "elements that committed follow it"));
}
TEST(Sentence, AnInitialValueThatIsGone) {
  EXPECT_THAT(sentences("init x 5; a: r x nil"),
              ElementsAre("garbage read: T0 reads x = nothing, although x was 5 at first and no transaction "
                          "deleted it"));
}
TEST(Sentence, CounterOutOfReach) {
  EXPECT_THAT(sentences("a: inc x 2; b: r x 3; c: r x 4"),
              ElementsAre("garbage read: T1 reads x = 3, to which no increments add up",
                          "garbage read: T2 reads x = 4, to which no increments add up"));
  EXPECT_THAT(
      sentences("a: inc x 2; b: r x 3"),
      ElementsAre(
          "garbage read: T1 reads x = 3, to which no increments add up; if 1 was x's initial value, say "
          "--initial x=1"));
  EXPECT_THAT(
      sentences("a aborted: inc x 2; b: r x 2"),
      ElementsAre("G1a: T1 reads x = 2, which adds up if an increment of T0 is counted, which aborted"));
  EXPECT_THAT(
      sentences("a: inc x 2, inc x 1; b: r x 2"),
      ElementsAre("G1b: T1 reads x = 2, which adds up if some increments of T0 are counted, but not all"));
  EXPECT_THAT(sentences("a: r x 2, inc x 2"),
              ElementsAre("future read: T0 reads x = 2, which adds up if an increment is counted that it "
                          "only makes later itself"));
}
TEST(Sentence, AListWithoutAnElementIsNotTheInitialOne) {
  for (const std::string& each : sentences("a: append l 1; b: append l 2; c: r l [1 2], r l [1]"))
    EXPECT_THAT(each, testing::AllOf(testing::HasSubstr("T2 reads l = [1], before T1 appends 2"),
                                     testing::Not(testing::HasSubstr("initial"))));
}
TEST(Sentence, PredicateMismatch) {
  EXPECT_THAT(sentences("a: w x 1; b: pr 'value > 5' {x=1}"),
              ElementsAre("predicate mismatch: T1 asks for rows where value > 5 and is shown x = 1, which "
                          "does not satisfy it"));
}
TEST(Sentence, AnIncrementDoesNotWriteTheSameAsAWrite) {
  EXPECT_THAT(sentences("a: w x 5; b: inc x 5"), ElementsAre());
  EXPECT_THAT(
      sentences("a: append x 5; b: append x 5"),
      ElementsAre("note: T0 and T1 both append 5 to x, so a read of it has several possible writers"));
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
              ElementsAre("garbage read: T0 reads x = 8, which no transaction wrote"));
}
TEST(Sentence, ASecondReadThatChangesIsNotInternal) {
  EXPECT_THAT(
      sentences("init x 1; a: r x 1, r x 2; b: w x 2"),
      ElementsAre(
          "non-repeatable read: T0 reads the initial x = 1, which T1 replaces by 2; T0 reads x = 2, which "
          "T1 wrote"));
}
TEST(Sentence, LostUpdateOfAVersionThatWasWritten) {
  EXPECT_THAT(
      sentences("a: w x 1; b: r x 1, w x 2; c: r x 1, w x 3"),
      ElementsAre(
          "lost update: T1 reads x = 1, which T0 wrote before T2 wrote 3; T2 reads x = 1, which T0 wrote "
          "before T1 wrote 2"));
}
TEST(Sentence, SessionOrder) {
  EXPECT_THAT(
      sentences("a: w x 1; a: r x nil", Level::kStrongSessionSerializable),
      ElementsAre(
          "G-single-process: T0 precedes T1 in their session; T1 reads the initial x = nothing, which "
          "T0 replaces by 1"));
}
TEST(Sentence, RealTime) {
  EXPECT_THAT(
      sentences("a [0,5]: w x 1; b [7,9]: r x nil", Level::kStrictSerializable),
      ElementsAre(
          "G-single-realtime: T0 ended at 5, before T1 started at 7; T1 reads the initial x = nothing, "
          "which T0 replaces by 1"));
}
TEST(Sentence, RealTimeWithATie) {
  EXPECT_THAT(sentences("a [0,5]: w x 1; b [5,9]: r x nil", Level::kStrictSerializable),
              ElementsAre("G-single-realtime: T0 ended at 5, when T1 started; T1 reads the initial x = "
                          "nothing, which T0 replaces by 1"));
}
TEST(Sentence, Deletes) {
  EXPECT_THAT(
      sentences("init x 1; init y 1; a: delete x, w y 2; b: r x nil, r y 1"),
      ElementsAre("read skew: T1 reads x = nothing, since T0 had deleted it; T1 reads the initial y = "
                  "1, which T0 replaces by 2"));
  EXPECT_THAT(sentences("init x 1; init y 1; a: delete x, w y 2; b: r x 1, r y 2"),
              ElementsAre("read skew: T1 reads y = 2, which T0 wrote; T1 reads the initial x = 1, which T0 "
                          "deletes"));
}
TEST(Sentence, RowsThatAreMissing) {
  EXPECT_THAT(sentences("a: pr 'value > 0' {}, insert x 1; b: pr 'value > 0' {}, insert y 2"),
              ElementsAre("G2: T0 asks for rows where value > 0 and does not get y, which T1 makes 2; "
                          "T1 asks for rows where value > 0 and does not get x, which T0 makes 1"));
}
TEST(Sentence, AggregatesAddUpVersions) {
  EXPECT_THAT(
      sentences("a: agg - 'v > 0' {count=0}, insert k1 (v=5); b: agg - 'v > 0' {count=0}, insert k2 (v=5)"),
      ElementsAre("G2: T0's count(*) takes k2 as it was before T1 changed it; "
                  "T1's count(*) takes k1 as it was before T0 changed it"));
  EXPECT_THAT(
      sentences("a: insert k1 (v=5), insert k2 (v=6); b: agg - 'v > 0' {count=1}"),
      ElementsAre("read skew: T1's count(*) takes k2 as it was before T0 changed it; T1's count(*) takes "
                  "k1 as T0 left it"));
  EXPECT_THAT(sentences("a: insert k1 (v=5); b: agg v 'v > 0' {sum=6}"),
              ElementsAre("impossible aggregate: T1 finds sum(v) = 6 where v > 0, and no rows that it can "
                          "have seen give that"));
}

TEST(Sentence, WithoutACycleTheSetIsNamed) {
  const History history = history_of("a: w x 1; b: r x 1");
  Anomaly anomaly;
  anomaly.transactions = {TxnId(0), TxnId(1)};
  EXPECT_EQ(sentence(history, anomaly), "no order of T0 and T1 explains what they read");
}

}  // namespace
}  // namespace isolde
