// The model of Jepsen operations, through the EDN reader; JSON where it differs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/jepsen/jepsen_edn.hpp"
#include "frontends/formats/jepsen/jepsen_json.hpp"
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

// Without invocations, what all updates are decides what a read of two values is.
TEST(Jepsen, TuplesWithoutInvocations) {
  EXPECT_EQ(
      told_by_edn(
          "{:type :ok :process 0 :f :write :value [3 4]} {:type :ok :process 0 :f :read :value [3 4]}"
          "{:type :ok :process 1 :f :cas :value [3 [4 5]]} {:type :ok :process 1 :f :read :value [3 nil]}"),
      "0 s0 committed w(3,4)\n1 s0 committed r(3,4)\n"
      "2 s1 committed r(3,4) w(3,5)\n3 s1 committed r(3,nil)\n");
  EXPECT_EQ(
      told_by_edn("{:type :ok :process 0 :f :add :value [7 1]} {:type :ok :process 0 :f :read :value [7 1]}"),
      "0 s0 committed inc(7,1)\n1 s0 committed r(7,1)\n");
  EXPECT_EQ(
      told_by_edn(
          "{:type :ok :process 0 :f :add :value [:k 1]} {:type :ok :process 0 :f :read :value [:k #{1}]}"
          "{:type :ok :process 0 :f :read :value [:j []]}"),
      "0 s0 committed add(:k,1)\n1 s0 committed r(:k,[1])\n2 s0 committed r(:j,nil)\n");
  EXPECT_EQ(
      told_by_edn(
          "{:type :invoke :process 0 :f :write :value [3 4]} {:type :ok :process 0 :f :write :value [3 4]}"
          "{:type :invoke :process 0 :f :read :value nil} {:type :ok :process 0 :f :read :value [3 4]}"),
      "1 s0 committed [0,1] w(3,4)\n3 s0 committed [2,3] r(3,4)\n");
}

TEST(Jepsen, ReadsOfSetsAreNoTuples) {
  EXPECT_EQ(
      told_by_edn("{:type :ok :process 0 :f :add :value 1} {:type :ok :process 0 :f :add :value 2}"
                  "{:type :ok :process 0 :f :read :value [1 2]} {:type :ok :process 0 :f :read :value [1]}"),
      "0 s0 committed add('set',1)\n1 s0 committed add('set',2)\n"
      "2 s0 committed r('set',[1 2])\n3 s0 committed r('set',[1])\n");
}

TEST(Jepsen, RefusesReadsWhoseKeyIsOpen) {
  const std::string write = "{:type :ok :process 0 :f :write :value [3 4]}\n";
  const std::string no_key =
      "h.edn:2: the read does not tell which key it is of, although updates are tuples [key value]; expected "
      "such "
      "a tuple, or an invocation with [key nil]";
  EXPECT_EQ(told_by_edn(write + "{:type :ok :process 0 :f :read :value [1 2 3]}"), no_key);
  EXPECT_EQ(told_by_edn(write + "{:type :ok :process 0 :f :read :value 4}"), no_key);
  EXPECT_EQ(
      told_by_edn(write +
                  "{:type :ok :process 0 :f :write :value 4}\n{:type :ok :process 0 :f :read :value [3 4]}"),
      "h.edn:3: the read of two values may be a tuple [key value] or a list, since some updates are tuples "
      "and some are not; an invocation with [key nil] would tell");
}

// Which keys begin with what nobody told.
std::string unknown_initials(const std::string& text) {
  const auto history = read_jepsen_edn_bytes(text, "h.edn");
  if (!history) return history.error().to_string();
  std::string keys;
  for (std::uint32_t i = 0; i < history->key_count(); ++i)
    if (history->is_initial_assumed(KeyId(i))) keys += testing_support::spell(history->keys(), i) + " ";
  return keys;
}

TEST(Jepsen, WhereAccountsBeginIsUnknownWithoutInit) {
  const std::string transfer = "{:type :ok :process 0 :f :transfer :value {:from 1 :to 2 :amount 5}}";
  const std::string read = "{:type :ok :process 0 :f :read :value {1 5, 2 15, 3 10}}";
  EXPECT_EQ(unknown_initials(transfer + read), "1 2 3 ");
  EXPECT_EQ(unknown_initials(read), "1 2 3 ");
  EXPECT_EQ(unknown_initials("{:type :ok :process 0 :f :init :value {1 10, 2 10}}" + transfer + read), "");
  EXPECT_EQ(unknown_initials(read + "{:type :ok :process 0 :f :txn :value [[:w 3 10]]}"), "1 2 ");
  EXPECT_EQ(
      unknown_initials("{:type :ok :process 0 :f :add :value 1} {:type :ok :process 0 :f :read :value 1}"),
      "");
}

TEST(Jepsen, WhoTellsTheInitialStateIsNoSession) {
  const auto history = read_jepsen_edn_bytes(
      "{:type :invoke :process 9 :f :init :value {1 10}} {:type :ok :process 9 :f :init :value {1 10}}"
      "{:type :invoke :process 0 :f :txn :value [[:r 1 nil]]} {:type :ok :process 0 :f :txn :value [[:r 1 "
      "10]]}",
      "h.edn");
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(history->session_count(), 1U);
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

TEST(JepsenJson, PlacesAreLinesAndColumnsWhereLinesAloneDoNotTell) {
  const std::string op = R"({"type":"ok","process":0,"value":[]})";
  const auto lines = read_jepsen_json_bytes(op + "\n" + op + "\n", "h.json");
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->place(TxnId(1)).to_string(), "h.json:2");
  const auto array = read_jepsen_json_bytes("[" + op + "," + op + ",\n\n  " + op + "]", "h.json");
  ASSERT_TRUE(array);
  EXPECT_EQ(array->place(TxnId(0)).to_string(), "h.json:1:2");
  EXPECT_EQ(array->place(TxnId(1)).to_string(), fmt::format("h.json:1:{}", op.size() + 3));
  EXPECT_EQ(array->place(TxnId(2)).to_string(), "h.json:3:3");
  const auto member = read_jepsen_json_bytes("{\"history\":[\n" + op + "]}", "h.json");
  ASSERT_TRUE(member);
  EXPECT_EQ(member->place(TxnId(0)).to_string(), "h.json:2:1");
  EXPECT_EQ(told_by_json(op + "\n{\"type\":\"odd\"}\n"),
            "h.json:2: the operation's type is \"odd\"; expected invoke, ok, fail or info");
}

TEST(JepsenJson, RefusesMalformedText) {
  EXPECT_EQ(told_by_json(""), "h.json: the file is empty");
  EXPECT_EQ(told_by_json("hello"), "h.json:1:1: expected a JSON array or object of Jepsen operations");
  EXPECT_EQ(told_by_json("[{\"type\":\"ok\""),
            "h.json:1:14: malformed JSON: the { that opens an object is not closed");
  EXPECT_EQ(told_by_json("[{\"type\":\"ok\"}\n {}]"),
            "h.json:2:2: malformed JSON: expected a comma or ] after a value, got \"{\"");
  EXPECT_EQ(told_by_json("[\n{\"type\":\"ok\",\"value\":[]},\n]"),
            "h.json:2:25: malformed JSON: a comma before the closing ]");
  EXPECT_EQ(told_by_json("{\"history\":[\n {\"type\":\"ok\",\"value\":NaN}]}"),
            "h.json:2:23: malformed JSON: NaN, which is no value of JSON");
  EXPECT_EQ(told_by_json("{\"type\":\"ok\",\"process\":1,\"value\":[]}\n{\"type\"\n"),
            "h.json:2:8: malformed JSON: a name has no value");
  EXPECT_EQ(told_by_json("{\"type\":\"ok\",\"value\":[]}\n[]\n"), "h.json:2: expected a JSON object");
  EXPECT_EQ(told_by_json("{\"type\":\"ok\",\"value\":[]}\n{} {}\n"),
            "h.json:2:4: malformed JSON: something follows the end of the value");
  EXPECT_EQ(told_by_json("[\n\"\xff\"]"), "h.json:2:2: the text is not UTF-8");
  EXPECT_EQ(told_by_json(R"([{"type":"ok","process":9223372036854775808}])"),
            "h.json:1:2: the integer 9223372036854775808 is not below 2^63");
  EXPECT_EQ(told_by_json(R"([{"type":"ok","process":99999999999999999999}])"),
            "h.json:1:25: malformed JSON: the integer \"99999999999999999999\", which does not fit 64 bits");
  EXPECT_EQ(told_by_json("[" + std::string(2000, '[') + std::string(2000, ']') + "]"),
            "h.json:1:2: values nest deeper than 64");
  EXPECT_EQ(told_by_json("[{\"type\":nuok}]"), "h.json:1:10: malformed JSON: expected a value, got \"nuok\"");
  EXPECT_EQ(told_by_json(R"({"history":7})"), "h.json:1:12: expected an array as \"history\"");
}

}  // namespace
}  // namespace isolde
