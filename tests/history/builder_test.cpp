#include "history/builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isolde {
namespace {

using testing::HasSubstr;

HistoryBuilder with_source() {
  HistoryBuilder builder;
  builder.begin_source("h.jsonl", PlaceUnit::kLine);
  return builder;
}

void add_empty(HistoryBuilder& builder, const TxnInfo& info) {
  builder.begin_transaction(info);
  builder.end_transaction();
}

TEST(HistoryBuilder, KeepsWhatItIsGiven) {
  HistoryBuilder builder = with_source();
  builder.begin_transaction({.id = 17, .session = builder.session(3), .start = 5, .end = 9, .position = 2});
  builder.add(OpKind::kRead, builder.key("x"), kInitial);
  builder.add(OpKind::kWrite, builder.key("x"), builder.value(4));
  builder.end_transaction();
  const Result<History> history = std::move(builder).finish();
  ASSERT_TRUE(history);
  const TxnId txn(0);
  EXPECT_EQ(history->external_id(txn), 17);
  EXPECT_EQ(history->start(txn), 5);
  EXPECT_EQ(history->end(txn), 9);
  EXPECT_EQ(history->place(txn).to_string(), "h.jsonl:2");
  ASSERT_EQ(history->operations(txn).size(), 2U);
  EXPECT_EQ(history->kind(OpId(1)), OpKind::kWrite);
  EXPECT_EQ(history->values().integer(history->value(OpId(1)).value), 4);
  EXPECT_EQ(history->transaction_of(OpId(1)), txn);
}

TEST(HistoryBuilder, TakesAnOpenTransactionBack) {
  HistoryBuilder builder;
  const auto add = [&](std::int64_t id, std::int64_t start) {
    builder.begin_transaction({.id = id, .session = builder.session(1), .start = start, .end = start + 1});
    builder.add(OpKind::kWrite, builder.key("x"), builder.value(id));
    const RowSeen row{builder.key("y"), builder.value(id), {}};
    builder.add_predicate(OpKind::kPredicateRead, *builder.predicate("value > 1"), std::span(&row, 1));
    builder.set_operation_times(start, start);
    builder.add_aggregate(*builder.predicate("value > 2"), {});
  };
  add(1, 10);
  builder.end_transaction();
  add(2, 0);  // before the first, which the session would not allow
  builder.abandon_transaction();
  add(3, 20);
  builder.end_transaction();
  const History history = *std::move(builder).finish();
  ASSERT_EQ(history.transaction_count(), 2U);
  EXPECT_EQ(history.operation_count(), 6U);
  const TxnId last(1);
  EXPECT_EQ(history.external_id(last), 3);
  EXPECT_EQ(history.start(last), 20);
  std::vector<OpId> ops;
  for (const OpId op : history.operations(last)) ops.push_back(op);
  ASSERT_EQ(ops.size(), 3U);
  EXPECT_EQ(history.values().integer(history.value(ops[0]).value), 3);
  ASSERT_EQ(history.rows(ops[1]).size(), 1U);
  EXPECT_EQ(history.values().integer(history.rows(ops[1])[0].value.value), 3);
  EXPECT_EQ(history.kind(ops[2]), OpKind::kAggregate);
}

TEST(HistoryBuilder, RefusesDuplicateIds) {
  HistoryBuilder builder = with_source();
  add_empty(builder, {.id = 4, .position = 1});
  add_empty(builder, {.id = 3, .position = 2});
  add_empty(builder, {.id = 4, .position = 3});
  const Result<History> history = std::move(builder).finish();
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().to_string(),
            "h.jsonl:3: transaction id 4 is used twice; it was first used at h.jsonl:1");
}

TEST(HistoryBuilder, SaysWhenNoNumberIsLeftForAnAnonymousTransaction) {
  HistoryBuilder builder = with_source();
  add_empty(builder, {.id = std::numeric_limits<std::int64_t>::max(), .position = 1});
  add_empty(builder, {.position = 2});
  const Result<History> history = std::move(builder).finish();
  ASSERT_FALSE(history);
  EXPECT_THAT(history.error().to_string(), testing::StartsWith("h.jsonl:2: no number is left"));
}

TEST(HistoryBuilder, NumbersAnonymousTransactionsPastTheOthers) {
  HistoryBuilder builder = with_source();
  add_empty(builder, {.position = 1});
  add_empty(builder, {.id = 3, .position = 2});
  const Result<History> history = std::move(builder).finish();
  ASSERT_TRUE(history);
  EXPECT_EQ(history->external_id(TxnId(0)), 4);
}

TEST(HistoryBuilder, RefusesOverlapInASession) {
  HistoryBuilder builder = with_source();
  const SessionId session = builder.session(1);
  add_empty(builder, {.id = 1, .session = session, .start = 0, .end = 10, .position = 1});
  add_empty(builder, {.id = 2, .session = session, .start = 9, .end = 12, .position = 2});
  const Result<History> history = std::move(builder).finish();
  ASSERT_FALSE(history);
  EXPECT_THAT(history.error().to_string(),
              HasSubstr("h.jsonl:2: transaction 2 starts at 9, while transaction 1"));
}

TEST(HistoryBuilder, LetsASessionGoOnAfterAnIndeterminateTransaction) {
  HistoryBuilder builder = with_source();
  const SessionId session = builder.session(1);
  add_empty(builder,
            {.id = 1, .session = session, .status = TxnStatus::kIndeterminate, .start = 0, .end = 10});
  add_empty(builder, {.id = 2, .session = session, .start = 5, .end = 7});
  EXPECT_TRUE(std::move(builder).finish());
}

TEST(HistoryBuilder, RefusesEndBeforeStart) {
  HistoryBuilder builder = with_source();
  add_empty(builder, {.id = 1, .start = 10, .end = 9, .position = 1});
  const Result<History> history = std::move(builder).finish();
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().to_string(), "h.jsonl:1: transaction 1 ends at 9, before it starts at 10");
}

TEST(HistoryBuilder, ResolvesSerializationOrder) {
  HistoryBuilder builder = with_source();
  add_empty(builder, {.id = 9, .position = 1});
  add_empty(builder, {.id = 2, .position = 2});
  const std::vector<std::int64_t> order = {2, 9};
  builder.add_serialization_order(order, {"h.jsonl", PlaceUnit::kLine, 3});
  const Result<History> history = std::move(builder).finish();
  ASSERT_TRUE(history);
  EXPECT_EQ(history->serialization_order(), (std::vector<TxnId>{TxnId(1), TxnId(0)}));
}

TEST(HistoryBuilder, RefusesUnknownIdsInSerializationOrder) {
  HistoryBuilder builder = with_source();
  add_empty(builder, {.id = 9, .position = 1});
  const std::vector<std::int64_t> order = {2};
  builder.add_serialization_order(order, {"h.jsonl", PlaceUnit::kLine, 3});
  const Result<History> history = std::move(builder).finish();
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().place.to_string(), "h.jsonl:3");
}

}  // namespace
}  // namespace isolde
