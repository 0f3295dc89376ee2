#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/jepsen/jepsen_edn.hpp"
#include "history/builder.hpp"
#include "tests/frontends/formats/describe.hpp"

namespace isolde {
namespace {

using testing_support::describe;

HistoryBuilder empty_builder() {
  HistoryBuilder builder;
  builder.begin_source("x", PlaceUnit::kNone);
  return builder;
}

void add_write(HistoryBuilder& builder, const TxnInfo& info, std::int64_t value) {
  builder.begin_transaction(info);
  builder.add(OpKind::kWrite, builder.key("k"), builder.value(value));
  builder.end_transaction();
}

std::string written(HistoryBuilder&& builder) {
  const auto history = std::move(builder).finish();
  if (!history) return history.error().to_string();
  const auto bytes = jepsen_edn_bytes(*history);
  return bytes ? *bytes : bytes.error().to_string();
}

TEST(JepsenEdnWriter, WritesCompletionsAloneWithoutTimes) {
  HistoryBuilder builder = empty_builder();
  builder.begin_transaction({.session = builder.session(4)});
  builder.add(OpKind::kRead, KeyId(builder.keys().intern_keyword("x")), kInitial);
  builder.add(OpKind::kAppend, builder.key(1), builder.value("a\"b"));
  builder.end_transaction();
  builder.begin_transaction({.session = builder.session(4), .status = TxnStatus::kAborted});
  builder.add(OpKind::kRead, builder.key(1), kInitial);
  builder.end_transaction();
  EXPECT_EQ(written(std::move(builder)),
            "{:index 0, :type :ok, :process 4, :f :txn, :value [[:r :x nil] [:append 1 \"a\\\"b\"]]}\n"
            "{:index 1, :type :fail, :process 4, :f :txn, :value [[:r 1 []]]}\n");
}

TEST(JepsenEdnWriter, KeepsTheRealTimeOrder) {
  HistoryBuilder builder = empty_builder();
  add_write(builder, {.session = builder.session("a"), .start = 0, .end = 10}, 1);
  add_write(builder, {.session = builder.session("b"), .start = 10, .end = 10}, 2);
  add_write(builder, {.session = builder.session("a"), .start = 10, .end = 20}, 3);
  add_write(builder, {.session = builder.session("b"), .status = TxnStatus::kIndeterminate, .start = 12}, 4);
  add_write(builder, {.start = 13, .end = 14}, 5);
  const std::string text = written(std::move(builder));
  const auto history = read_jepsen_edn_bytes(text, "h");
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(describe(*history),
            "1 s0 committed [0,1] w('k',1)\n"
            "3 s1 committed [2,3] w('k',2)\n"
            "6 s1 indeterminate [5,-] w('k',4)\n"
            "8 s2 committed [7,8] w('k',5)\n"
            "9 s0 committed [4,9] w('k',3)\n");
}

TEST(JepsenEdnWriter, WritesWhatItReads) {
  const std::string text =
      "{:index 0, :type :invoke, :process 0, :f :txn, :value [[:r :x nil] [:w \"y\" 1.0]]}\n"
      "{:index 1, :type :invoke, :process 7, :f :txn, :value [[:append 3 true]]}\n"
      "{:index 2, :type :info, :process 7, :f :txn, :value [[:append 3 true]]}\n"
      "{:index 3, :type :ok, :process 0, :f :txn, :value [[:r :x [1 [] nil \"a\\nb\" ##NaN]] [:w \"y\" "
      "1.0]]}\n"
      "{:index 4, :type :invoke, :process 0, :f :txn, :value []}\n"
      "{:index 5, :type :fail, :process 0, :f :txn, :value []}\n";
  const auto history = read_jepsen_edn_bytes(text, "h.edn");
  ASSERT_TRUE(history) << history.error().to_string();
  const auto bytes = jepsen_edn_bytes(*history);
  ASSERT_TRUE(bytes) << bytes.error().to_string();
  EXPECT_EQ(*bytes, text);
}

TEST(JepsenEdnWriter, WritesInitialValuesAsItsReaderReadsThem) {
  const std::string alone =
      "{:index 0, :type :ok, :process 1, :f :init, :value {:x 1, \"l\" [1 2]}}\n"
      "{:index 1, :type :ok, :process 0, :f :txn, :value [[:r :x 1] [:append \"l\" 3]]}\n";
  const std::string timed =
      "{:index 0, :type :invoke, :process 1, :f :init, :value {:x 1}}\n"
      "{:index 1, :type :ok, :process 1, :f :init, :value {:x 1}}\n"
      "{:index 2, :type :invoke, :process 0, :f :txn, :value [[:r :x nil]]}\n"
      "{:index 3, :type :ok, :process 0, :f :txn, :value [[:r :x 1]]}\n";
  for (const std::string& text : {alone, timed}) {
    const auto history = read_jepsen_edn_bytes(text, "h.edn");
    ASSERT_TRUE(history) << history.error().to_string();
    const auto bytes = jepsen_edn_bytes(*history);
    ASSERT_TRUE(bytes) << bytes.error().to_string();
    EXPECT_EQ(*bytes, text);
  }
}

TEST(JepsenEdnWriter, RefusesWhatItCannotHold) {
  HistoryBuilder predicate = empty_builder();
  predicate.begin_transaction({.id = 17});
  predicate.add_predicate(OpKind::kPredicateRead, *predicate.predicate("true"), {});
  predicate.end_transaction();
  EXPECT_EQ(written(std::move(predicate)), "Jepsen EDN cannot hold a predicate read (transaction 17)");
  HistoryBuilder row = empty_builder();
  row.begin_transaction({.id = 17});
  row.add(OpKind::kWrite, row.key(1), ValueId(row.values().intern_row({})));
  row.end_transaction();
  EXPECT_EQ(written(std::move(row)), "Jepsen EDN cannot hold a row or an odd keyword (transaction 17)");
  HistoryBuilder times = empty_builder();
  add_write(times, {.id = 1, .start = 1, .end = 2}, 1);
  add_write(times, {.id = 17}, 1);
  EXPECT_EQ(
      written(std::move(times)),
      "Jepsen EDN cannot hold a transaction without a start among others that have one (transaction 17)");
  HistoryBuilder initial = empty_builder();
  initial.set_initial_value(initial.key("x"), ValueId(initial.values().intern_row({})));
  EXPECT_EQ(written(std::move(initial)), "Jepsen EDN cannot hold the initial value {} of key x");
}

}  // namespace
}  // namespace isolde
