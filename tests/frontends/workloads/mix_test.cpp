// The shares, lengths and key ranges of the workloads made of random operations.
#include <algorithm>
#include <cmath>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/frontends/workloads/statistics.hpp"

namespace isolde::workloads {
namespace {

Statistics of(std::string_view name, const Parameters& parameters = {}, std::uint64_t transactions = 4000) {
  SerialExecutor run(name, parameters, 1);
  run.run(transactions);
  return statistics(run);
}

struct Blind {
  std::string_view name;
  double read_only;
  std::uint64_t keys;
};

class BlindFamily : public testing::TestWithParam<Blind> {};

TEST_P(BlindFamily, ReadsOnlyOrWritesOnlyEightTimes) {
  const Statistics all = of(GetParam().name);
  EXPECT_NEAR(all.read_only / all.transactions, GetParam().read_only, 0.03);
  EXPECT_EQ(all.read_only + all.write_only, all.transactions);
  EXPECT_EQ(all.shortest, 8U);
  EXPECT_EQ(all.longest, 8U);
}

TEST_P(BlindFamily, UsesAllKeysEvenly) {
  const Statistics all = of(GetParam().name);
  EXPECT_LT(all.uses.rbegin()->first.number(), GetParam().keys);
  EXPECT_GT(all.uses.rbegin()->first.number(), GetParam().keys * 99 / 100);
  double most = 0;
  for (const auto& [key, uses] : all.uses) most = std::max(most, uses);
  EXPECT_LT(most, 8 * all.transactions / static_cast<double>(GetParam().keys) * 3 + 15);
}

INSTANTIATE_TEST_SUITE_P(Papers, BlindFamily,
                         testing::Values(Blind{"blindw-rh", 0.8, 10'000}, Blind{"blindw-wr", 0.5, 10'000},
                                         Blind{"blindw-wh", 0.2, 10'000}, Blind{"blindw-w", 0, 2000},
                                         Blind{"blindw-rw", 0.5, 2000}, Blind{"blindw-rw+", 0.5, 2000}));

TEST(BlindwRwPlus, HalfOfTheReadsAreRangesOfTenKeys) {
  const Statistics all = of("blindw-rw+");
  EXPECT_NEAR(all.predicate_reads / all.reads, 0.5, 0.03);
  EXPECT_EQ(all.rows, all.predicate_reads * 10);
}

TEST(BlindwRwPlus, ATableSmallerThanARangeIsReadWhole) {
  const Statistics all = of("blindw-rw+", {.keys = 4}, 200);
  EXPECT_GT(all.predicate_reads, 100);
  EXPECT_EQ(all.rows, all.predicate_reads * 4);
}

TEST(BlindwPred, HalfOfTheTransactionsReadAndAFewRowsMatch) {
  SerialExecutor run("blindw-pred", {.keys = 500}, 1);
  run.run(4000, 0.1);
  const Statistics all = statistics(run);
  EXPECT_NEAR(all.read_only / all.transactions, 0.5, 0.03);
  EXPECT_EQ(all.predicate_reads + all.predicate_writes, all.transactions * 8);
  // Also after each row was rewritten many times.
  double late_rows = 0;
  double late = 0;
  for (std::size_t i = run.txns().size() - 500; i < run.txns().size(); ++i)
    for (const engine::RecordedOp& op : run.txns()[i].ops) {
      late += 1;
      late_rows += static_cast<double>(op.reply.rows.size());
      EXPECT_LE(op.reply.rows.size(), 8U);
    }
  EXPECT_GT(late_rows / late, 1);
  EXPECT_LT(late_rows / late, 6);
}

TEST(BlindwPred, WithoutPredicatesRowsAreNamed) {
  SerialExecutor run("blindw-pred", {.keys = 500, .predicate_ratio = 0}, 1);
  run.run(1000);
  const Statistics all = statistics(run);
  EXPECT_NEAR(all.read_only / all.transactions, 0.5, 0.06);
  EXPECT_EQ(all.predicate_reads + all.predicate_writes, 0);
  for (const SerialExecutor::Txn& txn : run.txns())
    for (const engine::RecordedOp& op : txn.ops)
      EXPECT_TRUE(op.request.kind != OpKind::kWrite || op.request.cells.size() == 2U);
}

TEST(PredicateMix, HasTheShares) {
  SerialExecutor run("predicate-mix", {}, 1);
  run.run(4000);
  const Statistics all = statistics(run);
  const double operations = all.transactions * 5;
  EXPECT_NEAR(all.reads / operations, 0.45, 0.02);
  EXPECT_NEAR(all.predicate_writes / operations, 0.225, 0.02);
  EXPECT_NEAR(all.predicate_reads / operations, 0.1125, 0.02);  // and as many aggregates
  EXPECT_GT(all.rows / (all.predicate_reads + all.predicate_writes), 1);
  double aggregates = 0;
  for (const SerialExecutor::Txn& txn : run.txns())
    for (const engine::RecordedOp& op : txn.ops)
      if (op.request.kind == OpKind::kAggregate) {
        aggregates += 1;
        EXPECT_EQ(op.request.functions & 0b1001U, 0U);  // neither counts nor sums
        EXPECT_NE(op.request.functions, 0U);
      }
  EXPECT_NEAR(aggregates / operations, 0.1125, 0.02);
}

struct Mixed {
  std::string_view name;
  double reads;  // shares of operations
  double modifies;
};

class MixedOperations : public testing::TestWithParam<Mixed> {};

// A read-modify-write is one operation and two requests.
TEST_P(MixedOperations, HasTheShares) {
  const Statistics all = of(GetParam().name, {.skew = 0.0});
  const double operations = all.transactions * 8;
  EXPECT_NEAR(all.writes_back / operations, GetParam().modifies, 0.02);
  EXPECT_NEAR((all.reads - all.writes_back) / operations, GetParam().reads, 0.02);
  // Now and then a blind write happens to follow a read of its key.
  EXPECT_NEAR(all.reads + all.writes, operations + all.writes_back, 10);
  EXPECT_GE(all.shortest, 8U);
}

INSTANTIATE_TEST_SUITE_P(Papers, MixedOperations,
                         testing::Values(Mixed{"rmw", 0.25, 0.5}, Mixed{"read-write", 0.5, 0},
                                         Mixed{"heavy-write", 0.1, 0.1}, Mixed{"ycsb-a", 0.5, 0}));

TEST(YcsbA, ItsFirstKeyIsAsHotAsZipfSays) {
  const Statistics all = of("ycsb-a", {.keys = 1000});
  double sum = 0;
  for (int k = 1; k <= 1000; ++k) sum += std::pow(k, -0.99);
  EXPECT_NEAR(all.uses.at(engine::Key(0, 0)) / (all.reads + all.writes), 1 / sum, 0.01);
}

TEST(Mix, HonoursItsParameters) {
  const Statistics all = of("blindw-wr", {.keys = 50, .operations = 3, .skew = 2.0, .read_ratio = 0.9});
  EXPECT_EQ(all.longest, 3U);
  EXPECT_NEAR(all.read_only / all.transactions, 0.9, 0.02);
  EXPECT_LT(all.uses.rbegin()->first.number(), 50U);
  EXPECT_NEAR(all.uses.at(engine::Key(0, 0)) / (all.reads + all.writes), 1 / 1.6251, 0.02);
}

class Windows : public testing::TestWithParam<std::pair<std::string_view, std::uint32_t>> {};

TEST_P(Windows, KeysAreReplacedAfterSoManyWrites) {
  SerialExecutor run(GetParam().first, {}, 1);
  run.run(8000);
  const Statistics all = statistics(run);
  EXPECT_EQ(all.shortest, 1U);
  EXPECT_EQ(all.longest, 5U);
  EXPECT_NEAR(all.reads / (all.reads + all.writes), 0.5, 0.02);
  std::uint64_t full = 0;
  for (const auto& [key, writes] : all.keyed) {
    EXPECT_LE(writes, GetParam().second);
    if (writes == GetParam().second) ++full;
  }
  EXPECT_GT(full, 20U);
  // Each key that is full made room for one more.
  EXPECT_LT(all.uses.rbegin()->first.number(), 100 + full);
}

INSTANTIATE_TEST_SUITE_P(Elle, Windows,
                         testing::Values(std::pair<std::string_view, std::uint32_t>{"list-append", 100},
                                         std::pair<std::string_view, std::uint32_t>{"rw-register", 16}));

TEST(ElleStyle, ListsAreAppendedToAndRegistersWritten) {
  SerialExecutor lists("list-append", {}, 1);
  lists.run(100);
  SerialExecutor registers("rw-register", {}, 1);
  registers.run(100);
  for (const auto& txn : lists.txns())
    for (const auto& op : txn.ops) EXPECT_NE(op.request.kind, OpKind::kWrite);
  for (const auto& txn : registers.txns())
    for (const auto& op : txn.ops) EXPECT_NE(op.request.kind, OpKind::kAppend);
}

}  // namespace
}  // namespace isolde::workloads
