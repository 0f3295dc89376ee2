// The example histories of the papers, by figure or section: what each says must come out, and under which of
// our names. Elle's keys that were written before the excerpt begins have the values first read as their
// initial ones; reads whose results the paper does not give are left out.
//
// Elle section 3.1.4 calls every cycle with one anti-dependency G-single; where ours has a narrower name
// (read skew, non-repeatable read, lost update) that is expected.
#include "tests/oracle/cases.hpp"
#include "tests/oracle/verdict_signs.hpp"

namespace isolde {
namespace {

CaseGroup vbox() {
  return {"Vbox",
          {
              {"Figure 1: x is 1, and y is not",
               "t0: insert x (v=0), insert y (v=0); t1: w x (v=1), w y (v=1); t2: w x (v=2), w y (v=2);"
               "t3: pr 'v = 1' {x=(v=1)}",
               kOnlyRepeatable,
               {"read skew"}},
              {"Figure 1, had t3 seen both",
               "t0: insert x (v=0), insert y (v=0); t1: w x (v=1), w y (v=1); t2: w x (v=2), w y (v=2);"
               "t3: pr 'v = 1' {x=(v=1) y=(v=1)}",
               kAll,
               {}},
          }};
}

CaseGroup elle_introduction() {
  return {"Elle",
          {
              {"section 1: two records, two readers",
               "a: insert x 1; b: insert y 1; c: r x 1, r y nil; d: r x nil, r y 1",
               kNone,
               {"long fork"}},
              {"section 2: nobody knows which write of y came first",
               "a: w z 1, w x 1, w y 1; b: r x 1, w y 2; c: w x 3, r y 2, w z 3",
               kAll,
               {}},
              {"section 2: a register is recoverable", "a: w x 1; b: r x 1", kAll, {}},
              {"section 2: who read [1] precedes who appended 2",
               "a: append x 1; b: append x 2, append y 1; c: r x [1], r y [1]; d: r x [1 2]",
               kNone,
               {"read skew"}},
              {"section 2: [], [1], [1 2], [1 2 3] in this order",
               "a: append x 1; b: append x 2; c: append x 3; d: r x nil; d: r x [1]; d: r x [1 2]; d: r x [1 "
               "2 3]",
               kAll,
               {}},
          }};
}

CaseGroup elle_model() {
  return {
      "Elle",
      {
          {"Figure 1: the observation",
           "a: r x nil, r x [1 2]; b unknown: append x 1, append x 2; c unknown: append x 3",
           kNone,
           {"non-repeatable read"}},
          {"Figure 1: the interpretation in which all committed",
           "a: r x nil, r x [1 2]; b: append x 1, append x 2; c: append x 3, r x [1 2 3]",
           kNone,
           {"non-repeatable read"}},
          {"section 3.1.3: own writes are seen", "a: w x 1, r x 2; b: w x 2", kNone, {"internal"}},
          {"section 3.1.3: reversed version order, to one process",
           "a: append x 1; b: append x 2; c: r x [1 2], append x 3; d: r x [1 2 3]; d: r x [1 2]",
           kOnlySessions,
           {"G-single-process"}},
          {"section 3.1.3: reversed version order",
           "a: append x 1; b: append x 2; c: r x [1 2], append x 3; d: r x [1 2 3], w y 1; e: r y 1, r x [1 "
           "2]",
           kNone,
           {"G-single"}},
          {"section 3.1.5: dirty update",
           "a aborted: append x 1; b: append x 2; c: r x [1 2]",
           kNone,
           {"G1a"},
           {"dirty update"}},
          {"section 3.2.1: a consistent observation",
           "a: append x 1; b: append x 2; c: r x nil; d: r x [1]; e: r x [1 2]",
           kAll,
           {}},
          {"section 3.2.1: an inconsistent observation",
           "a: append x 1; b: append x 2; c: r x [1 2]; d: r x [2]",
           kNone,
           {"incompatible order", "impossible read"}},
          {"section 3.2.2: two equal increments", "a: inc x 1; b: inc x 1; c: r x 1; d: r x 2", kAll, {}},
          {"section 3.2.3: version 2 of a counter, by either of two",
           "a: inc x 1; b: inc x 1; c: r x 2",
           kAll,
           {}},
          {"section 3.2.3: a set {1, 2} from a write of 1 or of 2",
           "a: add x 1; b: add x 2; c: r x [1 2]",
           kAll,
           {}},
          {"section 3.2.3: one write applied twice",
           "a: append x 1; b: r x [1 1]",
           kNone,
           {"duplicate elements"}},
          {"section 3.2.3: a write from nowhere", "a: append x 1; b: r x [1 2]", kNone, {"garbage read"}},
          {"section 3.3.1: aborted read", "a aborted: append x 1; b: r x [1]", kNone, {"G1a"}},
          {"section 3.3.1: intermediate read", "a: append x 1, append x 2; b: r x [1]", kNone, {"G1b"}},
      }};
}

CaseGroup elle_dependencies() {
  return {"Elle",
          {
              {"section 4.1: a process observes and then un-observes",
               "a: w x 1; b: r x 1; b: r x nil",
               kOnlySessions,
               {"G-single-process"}},
              {"section 4.1: every reader sees the initial state, forever",
               "a [0,1]: w x 1; b [2,3]: r x nil; c [4,5]: r x nil",
               kOnlyRealTime,
               {"G-single-realtime"}},
              {"section 4.2: nil comes before 1",
               "a: w x 1; b: r x 1, w y 1; c: r y 1, r x nil",
               kNone,
               {"G-single"}},
              {"section 4.2: writes follow reads",
               "a: w x 1; b: r x 1, w x 2; c: r x 2, w y 1; d: r y 1, r x 1",
               kNone,
               {"G-single"}},
              {"section 4.2: a key that is not linearizable",
               "a [0,1]: w x 1; b [2,3]: w x 2; c [4,5]: r x 1",
               kOnlyRealTime,
               {"G-single-realtime"}},
              {"section 4.2: a key that is not sequentially consistent",
               "a: w x 1; b: r x 1; b: w x 2; b: r x 1",
               kOnlySessions,
               {"G-single-process"}},
              {"section 4.2: what a process tells of versions, others contradict",
               "a: w x 1; a: w x 2, w y 1; b: r y 1, r x 1",
               kOnlySessions,
               {"G0-process", "read skew"}},
              {"section 4.2: sets, as far as they tell",
               "a: add x 1, add y 1; b: r x [1], r y nil",
               kNone,
               {"read skew"}},
              {"section 4.2: counters, as far as they tell",
               "a: inc x 1, w y 1; b: r x 1, r y nil",
               kNone,
               {"read skew"}},
          }};
}

CaseGroup elle_anomalies() {
  return {"Elle",
          {
              {"section 5: G0",
               "a: append x 1, append y 1; b: append x 2, append y 2; c: r x [1 2], r y [2 1]",
               kNone,
               {"G0"}},
              {"section 5: G1c", "a: append x 1, r y [2]; b: append y 2, r x [1]", kNone, {"G1c"}},
              {"section 5: G-single", "a: append x 1, append y 1; b: r x nil, r y [1]", kNone, {"read skew"}},
              {"section 5: G2", "a: r x nil, append y 1; b: r y nil, append x 1", kWriteSkew, {"write skew"}},
              {"section 5.1: garbage read", "a: w x 1; b: r x 2", kNone, {"garbage read"}},
              {"section 5.1: duplicate writes",
               "a: append x 1; b: append x 2; c: r x [1 2 1]",
               kNone,
               {"duplicate elements"}},
              {"section 5.1: duplicate writes of a register show as a cycle",
               "a: w x 1; b: r x 1, w x 2; c: r x 2; c: r x 1",
               kOnlySessions,
               {"G-single-process"}},
              {"section 5.1: internal inconsistency", "a: r x nil, w x 1, r x nil", kNone, {"internal"}},
          }};
}

CaseGroup elle_case_study() {
  return {
      "Elle",
      {
          {"Figures 2 and 3: the order of 256 contradicts a read of 255",
           "init 253 [1 3 4]; init 255 [2 3 4 5]; init 256 [1 2];"
           "t1: append 250 10, r 253 [1 3 4], r 255 [2 3 4 5], append 256 3; t2: append 255 8, r 253 [1 3 4];"
           "t3: append 256 4, r 255 [2 3 4 5 8], r 256 [1 2 4], r 253 [1 3 4]",
           kLostUpdate,
           {"G-single", "lost update"}},
          {"Figures 2 and 3: in real time",
           "init 253 [1 3 4]; init 255 [2 3 4 5];"
           "t1 [4,6]: append 250 10, r 253 [1 3 4], r 255 [2 3 4 5]; t2 [0,5]: append 255 8, r 253 [1 3 4];"
           "t3 [2,3]: r 255 [2 3 4 5 8], r 253 [1 3 4]",
           kOnlyRealTime,
           {"G-single-realtime"}},
          {"TiDB: read skew",
           "init 34 [2 1]; t1: r 34 [2 1], append 36 5, append 34 4; t2: append 34 5; t3: r 34 [2 1 5 4]",
           kNone,
           {"lost update", "impossible read"}},
          {"TiDB: inconsistent observations",
           "init 34 [2 1]; t1: append 34 4; t2: append 34 5; t3: r 34 [2 1 4]; t4: r 34 [2 1 5]",
           kLostUpdate,
           {"incompatible order"}},
          {"TiDB: lost update",
           "init 34 [2 1]; t1: r 34 [2 1], append 34 4; t2: r 34 [2 1], append 34 5; t3: r 34 [2 1 5]",
           kLostUpdate,
           {"lost update"}},
          {"TiDB: write skew of rows not yet there, read for update",
           "t1: r 1 nil, insert 2 1; t2: r 2 nil, insert 1 1",
           kWriteSkew,
           {"write skew"}},
          {"YugaByte: two that fail to observe each other's appends",
           "init 4 [874 877 883]; init 3 [831 833 836];"
           "t1: append 3 837, r 4 [874 877 883]; t2: append 4 885, r 3 [831 833 836]",
           kWriteSkew,
           {"write skew"}},
          {"FaunaDB: not its own append", "t1: append 0 6, r 0 nil", kNone, {"internal"}},
          {"DGraph: not its own write", "t0: w 10 1; t1: w 10 2, r 10 1", kNone, {"internal"}},
          {"DGraph: not what it read before",
           "t0: w 10 1; t1: r 10 1, r 10 nil",
           kNone,
           {"non-repeatable read"}},
          {"DGraph: a write three seconds ago",
           "t1 [0,1000]: r 541 nil, w 540 2; t2 [4000,5000]: r 540 nil, w 544 1",
           kOnlyRealTime,
           {"G-single-realtime"}},
          {"DGraph: read skew",
           "t1: r 2432 10, r 2434 nil; t2: w 2434 10; t3: w 2432 10, r 2434 10",
           kNone,
           {"G-single"}},
      }};
}

}  // namespace

std::vector<CaseGroup> paper_cases() {
  return {vbox(),           elle_introduction(), elle_model(), elle_dependencies(),
          elle_anomalies(), elle_case_study()};
}

}  // namespace isolde
