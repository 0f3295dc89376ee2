// Every anomaly of Adya's and Elle's taxonomies on item operations, the smallest history that shows it, and
// the exact verdict of all eight levels; and beside it the correct twin where the two are easily confused.
#include <vector>

#include <gtest/gtest.h>

#include "tests/oracle/dsl.hpp"
#include "tests/oracle/verdicts.hpp"

namespace isolde {
namespace {

constexpr const char* kAll = "+++ +++ + +";
constexpr const char* kNone = "--- --- - -";
constexpr const char* kOnlySessions = "+-- +-- - +";  // breaks session order and nothing else
constexpr const char* kOnlyRealTime = "++- ++- + +";  // breaks real time and nothing else
constexpr const char* kWriteSkew = "--- +++ + -";     // all snapshots are fine
constexpr const char* kLostUpdate = "--- --- + -";    // prefix consistency alone permits it

void expect_verdicts(const std::vector<VerdictCase>& cases) {
  for (const VerdictCase& each : cases)
    EXPECT_EQ(verdicts(history_of(each.history)), each.verdicts) << each.name << ": " << each.history;
}

TEST(Anomalies, NothingToComplainAbout) {
  expect_verdicts({
      {"empty history", "", kAll},
      {"empty transaction", "a:", kAll},
      {"write, then read", "a: w x 1; a: r x 1", kAll},
      {"initial read", "a: r x nil", kAll},
      {"given initial value", "init x 5; a: r x 5, w x 6; b: r x 6", kAll},
      {"absent although an initial value was given", "init x 5; a: r x nil", kNone},
      {"the order of the text is no order", "-: r x 1; -: w x 1", kAll},
      {"a chain of updates", "a: r x nil, w x 1; b: r x 1, w x 2; c: r x 2, w x 3", kAll},
      {"blind writes", "a: w x 1, w y 1; b: w x 2, w y 2; c: r x 2, r y 2", kAll},
  });
}

TEST(Anomalies, DirtyWrites) {
  expect_verdicts({
      {"G0", "a: w x 1, w y 1; b: w x 2, w y 2; c: r x 2, r y 1", kNone},
      {"G0 on lists", "a: append x 1, append y 1; b: append x 2, append y 2; c: r x [1 2], r y [2 1]", kNone},
      {"observed transaction vanishes", "a: w x 11, w y 19; b: w x 12, w y 18; c: r x 11, r y 18", kNone},
  });
}

TEST(Anomalies, DirtyReads) {
  expect_verdicts({
      {"G1a, aborted read", "a aborted: w x 1; b: r x 1", kNone},
      {"an aborted write nobody sees", "a aborted: w x 1; b: r x nil", kAll},
      {"what an aborted transaction read is its own affair", "a aborted: r x 9", kAll},
      {"G1a, the writer's own copy committed", "a aborted: w x 1; b: r x 1; c: w x 1", kAll},
      {"G1b, intermediate read", "a: w x 1, w x 2; b: r x 1", kNone},
      {"final read", "a: w x 1, w x 2; b: r x 2", kAll},
      {"G1c, circular information flow", "a: w x 1, r y 2; b: w y 2, r x 1", kNone},
      {"G1c of three", "a: w x 1, r z 3; b: w y 2, r x 1; c: w z 3, r y 2", kNone},
      {"G1c with a write dependency", "a: append x 1, r y 2; b: append x 2, w y 2; c: r x [1 2]", kNone},
      {"the same on registers, whose version order nobody saw", "a: w x 1, r y 2; b: w x 2, w y 2; c: r x 2",
       kAll},
      {"garbage read", "a: r x 7", kNone},
      {"garbage read of a written key", "a: w x 1; b: r x 7", kNone},
  });
}

TEST(Anomalies, WithinATransaction) {
  expect_verdicts({
      {"own write", "a: w x 1, r x 1", kAll},
      {"own last write", "a: w x 1, w x 2, r x 2; b: r x 2", kAll},
      {"internal: not the own write", "a: w x 1, r x 2; b: w x 2", kNone},
      {"internal: an earlier own write", "a: w x 1, w x 2, r x 1", kNone},
      {"future read of an own write", "a: r x 1, w x 1", kNone},
      {"a read before a write of the same value", "a: w x 1; b: r x 1, w x 1", kAll},
      {"non-repeatable read", "a: r x nil, r x 1; b: w x 1", kNone},
      {"own append", "a: append x 1, r x [1]", kAll},
      {"own append after another's", "a: append x 1, r x [2 1]; b: append x 2", kAll},
      {"internal: another's append after the own", "a: append x 1, r x [1 2]; b: append x 2", kNone},
      {"own delete", "init x 1; a: delete x, r x nil", kAll},
      {"internal: own delete without effect", "init x 1; a: delete x, r x 1", kNone},
  });
}

TEST(Anomalies, Skews) {
  expect_verdicts({
      {"G-single, read skew", "a: r x nil, r y 1; b: w x 1, w y 1", kNone},
      {"fractured read", "a: w x 1, w y 1; b: r x 1, r y nil", kNone},
      {"G-single through a third", "a: w x 1; b: r x 1, w y 1; c: r y 1, r x nil", kNone},
      {"lost update", "a: r x nil, w x 1; b: r x nil, w x 2", kLostUpdate},
      {"lost update, with a reader", "a: r x nil, w x 1; b: r x nil, w x 2; c: r x 1; d: r x 2", kLostUpdate},
      {"lost update by a delete", "init x 1; a: r x 1, delete x; b: r x 1, w x 2", kLostUpdate},
      {"G2-item, write skew", "a: r x nil, w y 1; b: r y nil, w x 1", kWriteSkew},
      {"write skew of three", "a: r x nil, w y 1; b: r y nil, w z 1; c: r z nil, w x 1", kWriteSkew},
      {"write skew on lists", "a: r x nil, append y 1; b: r y nil, append x 1", kWriteSkew},
      {"write skew over a key both write", "a: r x nil, w y 1, w z 1; b: r y nil, w x 1, w z 2", kLostUpdate},
      {"read-only transaction anomaly",
       "init x 0; init y 0; a: r y 0, w y 20; b: r x 0, r y 0, w x -11; c: r x 0, r y 20", kWriteSkew},
      {"the same without the reader", "init x 0; init y 0; a: r y 0, w y 20; b: r x 0, r y 0, w x -11", kAll},
      {"long fork", "a: w x 1; b: w y 1; c: r x 1, r y nil; d: r x nil, r y 1", kNone},
      {"one side of a long fork", "a: w x 1; b: w y 1; c: r x 1, r y nil; d: r x 1, r y 1", kAll},
  });
}

TEST(Anomalies, SnapshotsAgainstOrders) {
  expect_verdicts({
      {"write skew in one session", "a: r x nil, w y 1; a: r y nil, w x 1", "--- +-- - -"},
      {"write skew, one after the other", "a [0,1]: r x nil, w y 1; b [2,3]: r y nil, w x 1", "--- ++- + -"},
      {"write skew, at once", "a [0,2]: r x nil, w y 1; b [1,3]: r y nil, w x 1", kWriteSkew},
      {"lost update in one session", "a: r x nil, w x 1; a: r x nil, w x 2", kNone},
      {"lost update, one after the other", "a [0,1]: r x nil, w x 1; b [2,3]: r x nil, w x 2", kLostUpdate},
      {"read-only anomaly, its reader in the session of the late writer",
       "init x 0; init y 0; a: r y 0, w y 20; c: r x 0, r y 20; c: r x 0, r y 0, w x -11", "--- +-- - -"},
  });
}

TEST(Anomalies, SessionGuarantees) {
  expect_verdicts({
      {"read your writes", "a: w x 1; a: r x nil", kOnlySessions},
      {"monotonic reads", "a: w x 1; b: r x 1; b: r x nil", kOnlySessions},
      {"monotonic writes", "a: w x 1; a: w y 1; b: r x nil, r y 1", kOnlySessions},
      {"writes follow reads", "a: w x 1; b: r x 1; b: w y 1; c: r y 1, r x nil", kOnlySessions},
      {"two readers disagree", "a: w x 1; b: w x 2; c: r x 1; c: r x 2; d: r x 2; d: r x 1", kOnlySessions},
      {"without sessions nothing is broken", "-: w x 1; -: r x nil", kAll},
      {"an aborted one between", "a: w x 1; a aborted: w x 2; a: r x 1", kAll},
  });
}

TEST(Anomalies, RealTime) {
  expect_verdicts({
      {"stale read", "a [0,1]: w x 1; b [2,3]: r x nil", kOnlyRealTime},
      {"stale read of an older value", "a [0,1]: w x 1; b [2,3]: w x 2; c [4,5]: r x 1", kOnlyRealTime},
      {"read from the future", "a [0,1]: r x 1; b [2,3]: w x 1", kOnlyRealTime},
      {"at once", "a [0,3]: w x 1; b [2,4]: r x nil", kAll},
      {"seen before its end", "a [0,9]: w x 1; b [1,2]: r x 1", kAll},
      {"ends as the other starts", "a [0,2]: w x 1; b [2,4]: r x nil", kOnlyRealTime},
      {"two in one instant, one way", "a [2,2]: w x 1; b [2,2]: r x nil", kAll},
      {"two in one instant, the other way", "a [2,2]: r x 1; b [2,2]: w x 1", kAll},
      {"an instant at the start of a longer one", "a [2,2]: w x 1; b [2,4]: r x nil", kOnlyRealTime},
      {"end unknown", "a [0,_]: w x 1; b [5,6]: r x nil", kAll},
      {"start unknown", "a [0,1]: w x 1; b [_,6]: r x nil", kAll},
      {"real-time order of writes seen by a reader without times",
       "a [0,1]: w x 1; b [2,3]: w y 1; -: r x nil, r y 1", kOnlyRealTime},
      {"aborted ones order nobody", "a [0,1]: w x 1; b aborted [2,3]: r x 1; c [0,4]: r x nil", kAll},
  });
}

TEST(Anomalies, Lists) {
  expect_verdicts({
      {"appends in order", "a: append x 1; b: append x 2; c: r x [1 2]; d: r x [1]", kAll},
      {"the initial list grows", "init x [7]; a: append x 1; b: r x [7 1]; c: r x [7]", kAll},
      {"dirty update", "a aborted: append x 1; b: append x 2; c: r x [1 2]", kNone},
      {"aborted read", "a aborted: append x 1; b: r x [1]", kNone},
      {"intermediate read", "a: append x 1, append x 2; b: r x [1]", kNone},
      {"an element nobody appended", "a: append x 1; b: r x [1 2]", kNone},
      {"duplicate elements", "a: append x 1; b: r x [1 1]", kNone},
      {"the same element appended twice", "a: append x 1; b: append x 1; c: r x [1 1]", kAll},
      {"incompatible order", "a: append x 1; b: append x 2; c: r x [1 2]; d: r x [2 1]", kNone},
      {"incompatible order that one lost append explains",
       "a: append x 1; b: append x 2; c: r x [1]; d: r x [2]", kLostUpdate},
      {"lost append", "a: r x nil, append x 1; b: r x nil, append x 2", kLostUpdate},
      {"Elle's read skew in TiDB",
       "init 34 [2 1]; a: r 34 [2 1], append 36 5, append 34 4; b: append 34 5; c: r 34 [2 1 5 4]", kNone},
      {"read skew over two lists", "a: append x 1, append y 1; b: r x [1], r y nil", kNone},
      {"append to what is no list", "a: w x 1, append x 2", kNone},
      {"append to a list that was written", "a: w x [1 2]; b: append x 3; c: r x [1 2 3]", kAll},
  });
}

TEST(Anomalies, SetsAndCounters) {
  expect_verdicts({
      {"a set has no order", "a: add x 1; b: add x 2; c: r x [2 1]; d: r x [1 2]", kAll},
      {"nor has its initial value", "init x [1 2]; a: r x [2 1]; b: add x 3", kAll},
      {"adding twice adds once", "a: add x 1; b: add x 1; c: r x [1]", kAll},
      {"an element twice", "a: add x 1; b: add x 1; c: r x [1 1]", kNone},
      {"an element lost", "a: add x 1; b: add x 2; c: r x [1]; d: r x [2]", kLostUpdate},
      {"long fork on sets", "a: add x 1; b: add y 1; c: r x [1], r y nil; d: r x nil, r y [1]", kNone},
      {"a counter counts", "a: inc x 2; b: inc x 3; c: r x 5; d: r x 2; e: r x 0; f: r x nil", kAll},
      {"from its initial value", "init x 5; a: inc x 1; b: r x 6; c: r x 5", kAll},
      {"from its initial value, not from 0", "init x 5; a: inc x 1; b: r x 0", kNone},
      {"a sum nobody reached", "a: inc x 2; b: inc x 3; c: r x 4", kNone},
      {"two partial sums", "a: inc x 2; b: inc x 3; c: r x 2; d: r x 3", kLostUpdate},
      {"a lost increment", "a: r x 0, inc x 1; b: r x 0, inc x 1; c: r x 1", kLostUpdate},
      {"a sum of increments that did not see each other", "a: r x 0, inc x 1; b: r x 0, inc x 1; c: r x 2",
       kNone},
      {"down again", "a: inc x 2; b: inc x -2; c: r x 2; c: r x 0", kAll},
      {"overflow", "init x 9223372036854775807; a: inc x 1", kNone},
      {"a counter of words", "init x many; a: inc x 1", kNone},
  });
}

TEST(Anomalies, RepeatedValues) {
  expect_verdicts({
      {"there and back", "a: w x 1; b: w x 2; c: w x 1; d: r x 1; d: r x 2; d: r x 1", kAll},
      {"there and back, but only one writer", "a: w x 1; b: w x 2; d: r x 1; d: r x 2; d: r x 1",
       kOnlySessions},
      {"either writer explains the read", "a: w x 1, w y 1; b: w x 1, w y 2; c: r x 1, r y 2", kAll},
      {"neither does", "a: w x 1, w y 1; b: w x 1, w y 2; c: r x 1, r y nil", kNone},
      {"cyclic versions", "a: r x 1, w x 2; b: r x 2, w x 1", kNone},
      {"the cycle has a beginning", "init x 1; a: r x 1, w x 2; b: r x 2, w x 1; c: r x 1, w x 3", kAll},
      {"writing the initial value", "init x 1; a: w x 1; b: w x 2; c: r x 2; c: r x 1", kAll},
  });
}

TEST(Anomalies, DeletesAndInserts) {
  expect_verdicts({
      {"insert, delete, insert", "a: insert x 1; b: delete x; c: insert x 2; d: r x 1; d: r x nil; d: r x 2",
       kAll},
      {"the same value again", "a: insert x 1; a: delete x; a: insert x 1; b: r x 1; b: r x nil; b: r x 1",
       kAll},
      {"nobody deleted", "a: insert x 1; b: r x 1; b: r x nil", kOnlySessions},
      {"deleting what is not there", "a: delete x; b: r x nil", kAll},
      {"inserting what is there", "init x 1; a: insert x 2; b: r x 2", kAll},
      {"an aborted delete", "init x 1; a aborted: delete x; b: r x nil", kNone},
      {"an intermediate delete", "init x 1; a: delete x, insert x 2; b: r x nil", kNone},
      {"read skew by a delete", "init x 1; init y 1; a: delete x, delete y; b: r x nil, r y 1", kNone},
  });
}

TEST(Anomalies, Indeterminate) {
  expect_verdicts({
      {"observed", "a unknown: w x 1; b: r x 1", kAll},
      {"unobserved", "a unknown: w x 1; b: r x nil", kAll},
      {"observed, then not", "a unknown: w x 1; b: r x 1; b: r x nil", kOnlySessions},
      {"its reads count if observed", "a unknown: r y 7, w x 1; b: r x 1", kNone},
      {"its reads do not count if unobserved", "a unknown: r y 7, w x 1; b: r x nil", kAll},
      {"precedes nobody in its session", "a unknown: w x 1; a: r x nil; a: r x 1", kAll},
      {"precedes nobody in real time", "a unknown [0,1]: w x 1; b [2,3]: r x nil; c [4,5]: r x 1", kAll},
      {"follows its session", "a: w x 1; a unknown: r x nil, w y 1; b: r y 1", kOnlySessions},
      {"follows real time", "a [0,1]: w x 1; b unknown [2,_]: r x nil, w y 1; c: r y 1", kOnlyRealTime},
      {"only its final value", "a unknown: w x 1, w x 2; b: r x 1", kNone},
      {"write skew with it", "a unknown: r x nil, w y 1; b: r y nil, w x 1; c: r y 1, r x 1", kWriteSkew},
      {"write skew only if it counts", "a unknown: r x nil, w y 1; b: r y nil, w x 1; c: r x 1", kAll},
      {"explains a missing value", "a: insert x 1; b unknown: delete x; c: r x 1; c: r x nil", kAll},
      {"an aborted one does not", "a: insert x 1; b aborted: delete x; c: r x 1; c: r x nil", kOnlySessions},
      {"two of them, one counts", "a unknown: w x 1; b unknown: w x 2; c: r x 2", kAll},
      {"a chain of them", "a unknown: w x 1; b unknown: r x 1, w x 2; c: r x 2", kAll},
  });
}

}  // namespace
}  // namespace isolde
