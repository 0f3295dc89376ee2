// The model of Jepsen operations, through the EDN reader; JSON where it differs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/jepsen_edn.hpp"
#include "frontends/formats/jepsen_json.hpp"
#include "history/builder.hpp"
#include "tests/frontends/formats/describe.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::describe;

std::string told_by_edn(std::string_view text) {
  const Result<History> history = read_jepsen_edn_bytes(text, "h.edn");
  return history ? describe(*history) : history.error().to_string();
}

std::string told_by_json(std::string_view text) {
  const Result<History> history = read_jepsen_json_bytes(text, "h.json");
  return history ? describe(*history) : history.error().to_string();
}

TEST(Jepsen, PairsInvocationsWithCompletions) {
  const std::string_view text = R"(
    {:type :invoke, :process 0, :f :txn, :value [[:w :x 1] [:r :y nil]], :time -5, :index 10}
    {:type :invoke, :process 1, :f :txn, :value [[:r "z" nil]], :index 11}
    {:type :info, :process :nemesis, :f :start, :value nil, :index 12}
    {:type :ok, :process 1, :f :txn, :value [[:r "z" 3]], :index 15}
    {:type :ok, :process 0, :f :txn, :value [[:w :x 1] [:r :y nil]], :index 16})";
  EXPECT_EQ(told_by_edn(text),
            "15 s1 committed [1,3] r('z',3)\n"
            "16 s0 committed [0,4] w(:x,1) r(:y,nil)\n");
  const auto history = read_jepsen_edn_bytes(text, "h.edn");
  EXPECT_TRUE(history->times_are_positions());
  EXPECT_THAT(history->warnings(), IsEmpty());
  EXPECT_EQ(history->place(TxnId(0)).to_string(), "h.edn:5");
}

TEST(Jepsen, ReadsVectorsListsAndTaggedMaps) {
  const std::string expected = "0 s0 committed append(1,2)\n";
  const std::string op = "{:type :ok :process 0 :f :txn :value [[:append 1 2]]}";
  EXPECT_EQ(told_by_edn(op), expected);
  EXPECT_EQ(told_by_edn("[" + op + "]"), expected);
  EXPECT_EQ(told_by_edn("; history\n(" + op + ")"), expected);
  EXPECT_EQ(told_by_edn("#jepsen.history.Op" + op), expected);
  EXPECT_EQ(told_by_edn("#_" + op + "[#_" + op + " " + op + "]"), expected);
  EXPECT_EQ(told_by_edn("[]"), "");
}

TEST(Jepsen, ListReadsAndTheEmptyList) {
  EXPECT_EQ(told_by_edn("{:type :ok :process 0 :value [[:r 1 [1 2]] [:r 1 []] [:r 2 nil] [:append 1 3]]}"),
            "0 s0 committed r(1,[1 2]) r(1,nil) r(2,nil) append(1,3)\n");
}

TEST(Jepsen, FailedAndIndeterminateOperations) {
  EXPECT_EQ(told_by_edn(R"(
    {:type :invoke :process 0 :f :txn :value [[:w 1 1] [:r 2 nil]]}
    {:type :fail :process 0 :f :txn :value [[:w 1 1] [:r 2 nil]]}
    {:type :invoke :process 0 :f :txn :value [[:w 1 2] [:r 2 nil] [:r 3 nil]]}
    {:type :info :process 0 :f :txn :value [[:w 1 2] [:r 2 nil] [:r 3 7]]}
    {:type :invoke :process 0 :f :txn :value [[:w 1 3]]}
    {:type :info :process 0 :f :txn :value :timed-out}
    {:type :invoke :process 0 :f :txn :value [[:w 1 4]]}
    {:type :fail :process 0 :f :txn}
    {:type :invoke :process 0 :f :txn :value [[:w 1 5] [:r 2 9]]})"),
            "1 s0 aborted [0,1] w(1,1)\n"
            "3 s0 indeterminate [2,-] w(1,2) r(3,7)\n"
            "5 s0 indeterminate [4,-] w(1,3)\n"
            "7 s0 aborted [6,7] w(1,4)\n"
            "8 s0 indeterminate [8,-] w(1,5)\n");
}

TEST(Jepsen, AnOkWithoutAValueHasTheInvocations) {
  EXPECT_EQ(told_by_edn("{:type :invoke :process 0 :f :write :value 3}{:type :ok :process 0 :f :write}"),
            "1 s0 committed [0,1] w('register',3)\n");
}

TEST(Jepsen, WithoutInvocationsThereIsNoRealTime) {
  const auto history = read_jepsen_edn_bytes(
      "{:type :ok :process 3 :value [[:w 1 1]]}\n"
      "{:type :info :process 3 :value [[:w 1 2] [:r 2 nil]]}\n",
      "h.edn");
  ASSERT_TRUE(history);
  EXPECT_EQ(describe(*history), "0 s3 committed w(1,1)\n1 s3 indeterminate w(1,2)\n");
  EXPECT_THAT(history->warnings(),
              ElementsAre("h.edn: there are no invocations, so there is no real-time order"));
}

TEST(Jepsen, Registers) {
  EXPECT_EQ(told_by_edn(R"(
    {:type :invoke :process 0 :f :write :value 3} {:type :ok :process 0 :f :write :value 3}
    {:type :invoke :process 0 :f :cas :value [3 4]} {:type :ok :process 0 :f :cas :value [3 4]}
    {:type :invoke :process 0 :f :cas :value [3 5]} {:type :fail :process 0 :f :cas :value [3 5]}
    {:type :invoke :process 0 :f :cas :value [4 6]} {:type :info :process 0 :f :cas :value [4 6]}
    {:type :invoke :process 0 :f :read :value nil} {:type :ok :process 0 :f :read :value 4}
    {:type :invoke :process 0 :f :read :value nil} {:type :fail :process 0 :f :read :value nil})"),
            "1 s0 committed [0,1] w('register',3)\n"
            "3 s0 committed [2,3] r('register',3) w('register',4)\n"
            "5 s0 aborted [4,5] w('register',5)\n"
            "7 s0 indeterminate [6,-] r('register',4) w('register',6)\n"
            "9 s0 committed [8,9] r('register',4)\n"
            "11 s0 aborted [10,11]\n");
}

TEST(Jepsen, TuplesNameTheirKey) {
  EXPECT_EQ(told_by_edn(R"(
    {:type :invoke :process 0 :f :write :value [7 3]} {:type :ok :process 0 :f :write :value [7 3]}
    {:type :invoke :process 0 :f :cas :value [7 [3 4]]} {:type :ok :process 0 :f :cas :value [7 [3 4]]}
    {:type :invoke :process 0 :f :read :value [7 nil]} {:type :ok :process 0 :f :read :value [7 4]})"),
            "1 s0 committed [0,1] w(7,3)\n"
            "3 s0 committed [2,3] r(7,3) w(7,4)\n"
            "5 s0 committed [4,5] r(7,4)\n");
  EXPECT_EQ(told_by_edn(R"(
    {:type :invoke :process 0 :f :add :value [7 3]} {:type :ok :process 0 :f :add :value [7 3]}
    {:type :invoke :process 0 :f :read :value [7 nil]} {:type :ok :process 0 :f :read :value [7 #{3}]}
    {:type :invoke :process 0 :f :read :value [7 nil]} {:type :ok :process 0 :f :read :value [3 4 5]})"),
            "1 s0 committed [0,1] add(7,3)\n"
            "3 s0 committed [2,3] r(7,[3])\n"
            "5 s0 committed [4,5] r(7,[3 4 5])\n");
}

TEST(Jepsen, SetsAndCountersDifferByTheirReads) {
  EXPECT_EQ(told_by_edn("{:type :ok :process 0 :f :add :value 1} {:type :ok :process 0 :f :read :value [1]}"),
            "0 s0 committed add('set',1)\n1 s0 committed r('set',[1])\n");
  EXPECT_EQ(told_by_edn("{:type :ok :process 0 :f :add :value 1} {:type :ok :process 0 :f :read :value 1}"),
            "0 s0 committed inc('counter',1)\n1 s0 committed r('counter',1)\n");
  EXPECT_EQ(told_by_edn("{:type :ok :process 0 :f :add :value 1}"), "0 s0 committed inc('counter',1)\n");
  EXPECT_EQ(told_by_edn("{:type :ok :process 0 :f :add :value :a}"), "0 s0 committed add('set',:a)\n");
  EXPECT_EQ(told_by_edn("{:type :ok :process 0 :f :read :value nil}"), "0 s0 committed r('register',nil)\n");
}

TEST(Jepsen, BankMonotonicAndMutex) {
  EXPECT_EQ(told_by_edn(R"(
    {:type :invoke :process 0 :f :transfer :value {:from 3 :to 0 :amount 2}}
    {:type :fail :process 0 :f :transfer :value [:negative 3 -1]}
    {:type :invoke :process 0 :f :read} {:type :ok :process 0 :f :read :value {0 5, 3 -1}})"),
            "1 s0 aborted [0,1] inc(3,-2) inc(0,2)\n"
            "3 s0 committed [2,3] r(0,5) r(3,-1)\n");
  EXPECT_EQ(told_by_edn("{:type :ok :process 0 :f :acquire} {:type :ok :process 0 :f :release}"
                        "{:type :fail :process 0 :f :acquire}"),
            "0 s0 committed r('mutex',nil) w('mutex','held')\n"
            "1 s0 committed r('mutex','held') w('mutex',nil)\n"
            "2 s0 aborted w('mutex','held')\n");
}

TEST(Jepsen, ClosedPredicates) {
  EXPECT_EQ(told_by_edn(R"(
    {:type :invoke :process 0 :f :init :value {:x 0 :y 1}} {:type :ok :process 0 :f :init :value {:x 0 :y 1}}
    {:type :invoke :process 0 :f :txn :value [[:rp :true nil] [:delete :x]]}
    {:type :ok :process 0 :f :txn :value [[:rp :true {:x 0}] [:rp [:= 3] {}] [:rp [:mod 2 1] {:y 1}] [:delete :x]
                                          [:insert :z 4]]}
    {:type :invoke :process 0 :f :txn :value [[:rp :true nil] [:delete :y]]})"),
            "3 s0 committed [2,3] pr(true: :x=0) pr(value = 3:) pr(value % 2 = 1: :y=1) delete(:x,nil) "
            "insert(:z,4)\n"
            "4 s0 indeterminate [4,-] delete(:y,nil)\n"
            "initial :x=0\n"
            "initial :y=1\n");
}

TEST(Jepsen, ClientsWithoutAProcessHaveNoSession) {
  EXPECT_EQ(
      told_by_edn("{:type :invoke :f :read :value [[:r 0 nil]]} {:type :ok :f :read :value [[:r 0 1]]}"),
      "1 alone committed [0,1] r(0,1)\n");
}

TEST(Jepsen, OverlapsOfOneProcessAreReadIfAllComplete) {
  const auto history = read_jepsen_edn_bytes(R"(
    {:type :invoke :process 0 :value [[:w 1 1]]} {:type :invoke :process 0 :value [[:w 1 2]]}
    {:type :ok :process 0 :value [[:w 1 1]]} {:type :ok :process 0 :value [[:w 1 2]]}
    {:type :invoke :process 0 :value [[:w 1 3]]} {:type :ok :process 0 :value [[:w 1 3]]})",
                                             "h.edn");
  ASSERT_TRUE(history);
  EXPECT_EQ(describe(*history),
            "2 alone committed [-,-] w(1,1)\n"
            "3 alone committed [-,-] w(1,2)\n"
            "5 s0 committed [4,5] w(1,3)\n");
  EXPECT_THAT(history->warnings(), ElementsAre(HasSubstr("several operations open at once")));
}

TEST(Jepsen, RefusesWhatNoClientDoes) {
  EXPECT_EQ(told_by_edn("{:type :invoke :process 4 :value []}\n{:type :invoke :process 4 :value []}\n"
                        "{:type :ok :process 4 :value []}"),
            "h.edn:2: process 4 invokes an operation while its last one is still open");
  EXPECT_EQ(told_by_edn("{:type :invoke :process 4 :value []}\n{:type :ok :process 5 :value []}"),
            "h.edn:2: process 5 completes an operation that it has not invoked");
  EXPECT_EQ(told_by_edn("{:type :ok :process 5 :value []}\n{:type :invoke :process 4 :value []}"),
            "h.edn:1: an operation completes that was not invoked, although others are");
}

TEST(Jepsen, RefusesMalformedOperations) {
  EXPECT_EQ(told_by_edn(""), "h.edn: the file is empty");
  EXPECT_EQ(told_by_edn("\n7"), "h.edn:2: expected the map of an operation, got 7");
  EXPECT_EQ(told_by_edn("{:process 1}"),
            "h.edn:1: the operation has no type; expected invoke, ok, fail or info");
  EXPECT_EQ(told_by_edn("{:type :done :process 1}"),
            "h.edn:1: the operation's type is :done; expected invoke, ok, fail or info");
  EXPECT_EQ(
      told_by_edn("{:type :ok :process 1 :f :frobnicate :value 1}"),
      "h.edn:1: the operation's f is \"frobnicate\", which is none of txn, read, write, cas, add, transfer, "
      "acquire, release and init");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f 3 :value 1}"),
            "h.edn:1: expected a name as the operation's f, got 3");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :txn :value 1}"),
            "h.edn:1: expected a vector of micro-operations, got 1");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :txn :value [7]}"),
            "h.edn:1: expected a micro-operation such as [:r key value], got 7");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :txn :value [[:q 1 2]]}"),
            "h.edn:1: the micro-operation \"q\" is none of r, w, append, insert, delete and rp");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :txn :value [[:w 1]]}"),
            "h.edn:1: the micro-operation w has 2 elements; expected 3");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :txn :value [[:r 1]]}"),
            "h.edn:1: the micro-operation r of a committed transaction has no value");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :txn :value [[:w 1 {:a 1}]]}"),
            "h.edn:1: a map stands where a key or a value is expected");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :txn :value [[:rp [:odd] {}]]}"),
            "h.edn:1: expected a predicate such as :true, [:= 3] or [:mod 2 0], got a vector");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :cas :value 1}"), "h.edn:1: expected [old new], got 1");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :f :transfer :value {:from 1}}"),
            "h.edn:1: expected a transfer {:from account, :to account, :amount integer}, got a map");
  EXPECT_EQ(told_by_edn("[{:type :ok :process 1 :value []}"),
            "h.edn:1: the file ends before the ] that closes the operations");
  EXPECT_EQ(told_by_edn("{:type :ok\n :x \"\xff\"}"), "h.edn:2: the text is not UTF-8");
}

TEST(Jepsen, RefusesIndicesThatDoNotAscend) {
  EXPECT_EQ(
      told_by_edn("{:type :ok :process 1 :value [] :index 3}\n{:type :ok :process 1 :value [] :index 3}"),
      "h.edn:2: index 3 follows index 3; indices must ascend");
  EXPECT_EQ(told_by_edn("{:type :ok :process 1 :value [] :index 3}\n{:type :ok :process 1 :value []}"),
            "h.edn:2: the operation has no integer index, although the first one has");
  EXPECT_EQ(
      told_by_edn("{:type :ok :process 1 :value [] :index -1}\n{:type :ok :process 1 :value [] :index -1}"),
      "0 s1 committed\n1 s1 committed\n");
}

TEST(JepsenJson, ReadsArraysLinesAndMembers) {
  const std::string op = R"({"type":"ok","process":0,"f":"txn","value":[["append","x",2],["r",1,[1,2]]]})";
  const std::string expected = "0 s0 committed append('x',2) r(1,[1 2])\n";
  EXPECT_EQ(told_by_json("[" + op + "]"), expected);
  EXPECT_EQ(told_by_json(op), expected);
  EXPECT_EQ(told_by_json("\n" + op + "\n\n"), expected);
  EXPECT_EQ(told_by_json(R"({"name":"a","history":[)" + op + R"(],"valid":true})"), expected);
  EXPECT_EQ(told_by_json("{\n\"type\":\"ok\",\"process\":0,\n\"f\":\"txn\",\"value\":[]}"),
            "0 s0 committed\n");
  EXPECT_EQ(told_by_json("[]"), "");
}

TEST(JepsenJson, NamesOfMapsThatSpellIntegersAreIntegers) {
  EXPECT_EQ(told_by_json(R"([{"type":"ok","process":0,"f":"read","value":{"7":1,"07":2,"-1":3,"x":4}}])"),
            "0 s0 committed r(7,1) r('07',2) r(-1,3) r('x',4)\n");
}

TEST(JepsenJson, PlacesAreLinesOrBytes) {
  const std::string op = R"({"type":"ok","process":0,"value":[]})";
  const auto lines = read_jepsen_json_bytes(op + "\n" + op + "\n", "h.json");
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->place(TxnId(1)).to_string(), "h.json:2");
  const auto array = read_jepsen_json_bytes("[" + op + "," + op + "]", "h.json");
  ASSERT_TRUE(array);
  EXPECT_EQ(array->place(TxnId(1)).to_string(), fmt::format("h.json, byte {}", op.size() + 2));
  EXPECT_EQ(told_by_json(op + "\n{\"type\":\"odd\"}\n"),
            "h.json:2: the operation's type is \"odd\"; expected invoke, ok, fail or info");
}

TEST(JepsenJson, RefusesMalformedText) {
  EXPECT_EQ(told_by_json(""), "h.json: the file is empty");
  EXPECT_EQ(told_by_json("hello"), "h.json, byte 0: expected a JSON array or object of Jepsen operations");
  EXPECT_THAT(told_by_json("[{\"type\":\"ok\""), HasSubstr("h.json, byte "));
  EXPECT_THAT(told_by_json("[{\"type\":\"ok\"} {}]"), HasSubstr("h.json, byte "));
  EXPECT_THAT(told_by_json("{\"type\":\"ok\",\"process\":1,\"value\":[]}\n{\"type\"\n"),
              HasSubstr("h.json:2: malformed JSON"));
  EXPECT_EQ(told_by_json("{\"type\":\"ok\",\"value\":[]}\n[]\n"), "h.json:2: expected a JSON object");
  EXPECT_EQ(told_by_json("{\"type\":\"ok\",\"value\":[]}\n{} {}\n"),
            "h.json:2: malformed JSON: something follows the object");
  EXPECT_THAT(told_by_json("[\"\xff\"]"), HasSubstr("h.json, byte 2: the text is not UTF-8"));
  EXPECT_EQ(told_by_json(R"([{"type":"ok","process":9223372036854775808}])"),
            "h.json, byte 1: the integer 9223372036854775808 is not below 2^63");
  EXPECT_EQ(told_by_json(R"([{"type":"ok","process":99999999999999999999}])"),
            "h.json, byte 1: \"99999999999999999999\" is no number that fits 64 bits");
  EXPECT_EQ(told_by_json("[" + std::string(2000, '[') + std::string(2000, ']') + "]"),
            "h.json, byte 1: values nest deeper than 64");
  EXPECT_EQ(told_by_json("[{\"type\":nuok}]"), "h.json, byte 1: malformed JSON: expected null");
  EXPECT_EQ(told_by_json(R"({"history":7})"), "h.json, byte 11: expected an array as \"history\"");
}

}  // namespace
}  // namespace isolde
