// TPC-C's mix and its consistency conditions (TPC-C §3.3.2) after a serial run.
#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "frontends/workloads/benchmarks/tpcc_schema.hpp"
#include "tests/frontends/workloads/statistics.hpp"

namespace isolde::workloads {
namespace {

using namespace tpcc;
using engine::Cells;
using engine::Key;

// Sums of what the tables hold, by district or customer.
struct Books {
  std::map<std::int64_t, std::int64_t> house_paid, houses_by_district;  // by warehouse
  std::map<std::int64_t, std::int64_t> paid, payments, next;            // by district
  std::map<std::int64_t, std::int64_t> last_order, last_new, first_new, new_orders, lines_said, lines;
  std::map<std::int64_t, std::int64_t> owed, balance, paid_by, paid_said;              // by customer
  std::map<std::int64_t, std::int64_t> customer_of, carrier, lines_of, lines_said_of;  // by order
};

void enter(Key key, const Cells& row, Books& books) {
  const auto number = static_cast<std::int64_t>(key.number());
  switch (key.table()) {
    case kWarehouse:
      books.house_paid[number] = row[warehouse::kPaid];
      break;
    case kDistrict:
      books.houses_by_district[number / 10] += row[district::kPaid];
      books.paid[number] = row[district::kPaid];
      books.next[number] = row[district::kNextOrder];
      break;
    case kCustomer:
      books.balance[number] = row[customer::kBalance];
      books.paid_said[number] = row[customer::kPaid];
      break;
    case kHistory:
      books.payments[row[history::kDistrict]] += row[history::kAmount];
      books.paid_by[row[history::kCustomer]] += row[history::kAmount];
      break;
    case kNewOrder: {
      const std::int64_t place = number / kOrderSpan;
      books.last_new[place] = std::max(books.last_new[place], number % kOrderSpan);
      if (books.new_orders[place]++ == 0) books.first_new[place] = number % kOrderSpan;
      break;
    }
    case kOrder: {
      const std::int64_t place = number / kOrderSpan;
      books.last_order[place] = std::max(books.last_order[place], number % kOrderSpan);
      books.lines_said[place] += row[order::kLines];
      books.lines_said_of[number] = row[order::kLines];
      books.customer_of[number] = row[order::kPlaced] / kOrderSpan;
      books.carrier[number] = row[order::kCarrier];
      break;
    }
    case kOrderLine:
      ++books.lines[number / 100 / kOrderSpan];
      ++books.lines_of[number / 100];
      EXPECT_EQ(row[order_line::kOrder], number / 100);
      // Orders come before their lines in the order of keys.
      EXPECT_EQ(row[order_line::kDelivered] != 0, books.carrier.at(number / 100) != 0);
      if (row[order_line::kDelivered] != 0)
        books.owed[books.customer_of.at(number / 100)] += row[order_line::kAmount];
      break;
    default:
      break;
  }
}

void expect_consistent(const std::map<Key, Cells>& store) {
  Books books;
  for (const auto& [key, row] : store) enter(key, row, books);
  EXPECT_EQ(books.house_paid, books.houses_by_district);  // condition 1
  for (const auto& [place, next] : books.next) {
    EXPECT_EQ(next - 1, books.last_order[place]);  // condition 2
    if (books.new_orders[place] == 0) continue;
    EXPECT_EQ(next - 1, books.last_new[place]);
    EXPECT_EQ(books.new_orders[place], books.last_new[place] - books.first_new[place] + 1);  // condition 3
  }
  EXPECT_EQ(books.lines_said, books.lines);  // condition 4
  for (const auto& [number, carrier] : books.carrier)
    EXPECT_EQ(carrier == 0, store.contains(new_order_key(number)));  // condition 5
  EXPECT_EQ(books.lines_said_of, books.lines_of);                    // condition 6
  EXPECT_EQ(books.paid, books.payments);                             // condition 9
  for (const auto& [who, balance] : books.balance)
    EXPECT_EQ(balance, books.owed[who] - books.paid_by[who]) << who;  // condition 10
  EXPECT_EQ(books.paid_said, books.paid_by);
}

TEST(Tpcc, IsConsistentWhenLoaded) { expect_consistent(SerialExecutor("tpcc", {}, 1).initial()); }

TEST(Tpcc, StaysConsistent) {
  SerialExecutor run("tpcc", {}, 1);
  run.run(3000, 0.1);
  expect_consistent(run.store());
}

TEST(Tpcc, StaysConsistentOverWarehouses) {
  SerialExecutor run("tpcc", {.warehouses = 3}, 2);
  run.run(1500, 0.1);
  expect_consistent(run.store());
  bool remote = false;
  for (const auto& [key, row] : run.store())
    remote = remote || (key.table() == kStock && row[stock::kRemote] > 0);
  EXPECT_TRUE(remote);
}

std::string kind(const SerialExecutor::Txn& txn) {
  const auto has = [&](OpKind op, std::uint64_t table) {
    return std::ranges::any_of(txn.ops, [&](const engine::RecordedOp& each) {
      return each.request.kind == op && each.request.key.table() == table;
    });
  };
  if (has(OpKind::kInsert, kOrder)) return "new-order";
  if (has(OpKind::kInsert, kHistory)) return "payment";
  if (has(OpKind::kRead, kStock)) return "stock-level";
  return txn.ops[0].request.kind == OpKind::kPredicateRead && txn.ops[0].request.range.table == kNewOrder
             ? "delivery"
             : "order-status";
}

TEST(Tpcc, HasTheStandardMix) {
  SerialExecutor run("tpcc", {}, 3);
  run.run(6000);
  std::map<std::string, double> shares;
  double undone = 0;
  for (const SerialExecutor::Txn& txn : run.txns()) {
    shares[kind(txn)] += 1.0 / 6000;
    if (txn.committed) continue;
    EXPECT_EQ(kind(txn), "new-order");
    EXPECT_EQ(txn.ops.back().request.key.table(), kItem);
    EXPECT_FALSE(txn.ops.back().reply.found);
    undone += 1;
  }
  EXPECT_NEAR(shares["new-order"], 0.45, 0.02);
  EXPECT_NEAR(shares["payment"], 0.43, 0.02);
  for (const char* rare : {"delivery", "order-status", "stock-level"}) EXPECT_NEAR(shares[rare], 0.04, 0.01);
  EXPECT_NEAR(undone / 6000 / shares["new-order"], 0.01, 0.006);
}

TEST(Tpcc, DeliversAndFindsWhatItLooksFor) {
  SerialExecutor run("tpcc", {}, 4);
  run.run(2000);
  std::size_t delivered = 0;
  for (const SerialExecutor::Txn& txn : run.txns())
    for (const engine::RecordedOp& op : txn.ops) {
      if (op.request.kind == OpKind::kDelete) ++delivered;
      const bool update = op.request.kind == OpKind::kPredicateWrite;
      const bool select = op.request.kind == OpKind::kPredicateRead && op.request.range.table != kNewOrder;
      EXPECT_GE(op.reply.rows.size(), update ? 5U : (select ? 1U : 0U));
    }
  EXPECT_GT(delivered, 500U);
}

// The number of rows that a look-up returns does not grow with the run.
TEST(Tpcc, LookUpsStaySmall) {
  SerialExecutor run("tpcc", {}, 5);
  run.run(3000);
  for (const SerialExecutor::Txn& txn : run.txns()) {
    std::size_t most = 0;
    for (const engine::RecordedOp& op : txn.ops) most = std::max(most, op.reply.rows.size());
    EXPECT_LE(most, kind(txn) == "stock-level" ? 20 * kMostLines : kMostLines);
  }
}

}  // namespace
}  // namespace isolde::workloads
