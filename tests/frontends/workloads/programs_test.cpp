// SmallBank and C-Twitter: their transactions do what the names say.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/frontends/workloads/statistics.hpp"

namespace isolde::workloads {
namespace {

using engine::Cells;
using engine::Key;

std::int64_t money(const std::map<Key, Cells>& store) {
  std::int64_t sum = 0;
  for (const auto& [key, cells] : store) sum += cells[0];
  return sum;
}

// Requests of a transaction without their keys' numbers: "R0 W0".
std::string shape(const SerialExecutor::Txn& txn) {
  std::string text;
  for (const engine::RecordedOp& op : txn.ops)
    text += std::string(is_read(op) ? "R" : "W") + std::to_string(op.request.key.table()) + " ";
  return text;
}

TEST(SmallBank, HasItsSixTransactionsInTheirShares) {
  SerialExecutor run("smallbank", {}, 1);
  run.run(10'000);
  std::map<std::string, double> shares;
  for (const SerialExecutor::Txn& txn : run.txns()) shares[shape(txn)] += 1.0 / 10'000;
  EXPECT_NEAR(shares["R1 R0 "], 0.15, 0.02);                        // balance
  EXPECT_NEAR(shares["R0 W0 "], 0.15, 0.02);                        // deposit checking
  EXPECT_NEAR(shares["R1 W1 "] + shares["R1 "], 0.15, 0.02);        // transact savings
  EXPECT_NEAR(shares["R1 R0 R0 W1 W0 W0 "], 0.15, 0.02);            // amalgamate
  EXPECT_NEAR(shares["R1 R0 W0 "], 0.15, 0.02);                     // write check
  EXPECT_NEAR(shares["R0 R0 W0 W0 "] + shares["R0 "], 0.25, 0.02);  // send payment
  EXPECT_GT(shares["R0 "] + shares["R1 "], 0);
}

TEST(SmallBank, OnlyDepositsSavingsAndChecksChangeTheTotal) {
  SerialExecutor run("smallbank", {.keys = 20}, 1);
  run.run(3000);
  std::int64_t expected = money(run.initial());
  for (const SerialExecutor::Txn& txn : run.txns()) {
    const std::string s = shape(txn);
    if (s != "R0 W0 " && s != "R1 W1 " && s != "R1 R0 W0 ") continue;
    const auto& write = txn.ops.back();
    expected += write.request.cells[0] - txn.ops[txn.ops.size() - 2].reply.cells[0];
  }
  EXPECT_EQ(money(run.store()), expected);
}

TEST(SmallBank, RollsBackWhatIsNotCovered) {
  SerialExecutor run("smallbank", {.keys = 20}, 1);
  run.run(3000);
  for (const SerialExecutor::Txn& txn : run.txns())
    EXPECT_EQ(txn.committed, shape(txn) != "R0 " && shape(txn) != "R1 ");
  for (const auto& [key, cells] : run.store()) EXPECT_TRUE(key.table() == 0 || cells[0] >= 0);
}

TEST(SmallBank, OneCustomerHasNobodyToPay) {
  SerialExecutor run("smallbank", {.keys = 1}, 1);
  run.run(500);
  for (const SerialExecutor::Txn& txn : run.txns()) EXPECT_LE(txn.ops.size(), 3U);
}

// The sixth cell is the version.
TEST(Twitter, CountsFollowersAndChainsTweets) {
  SerialExecutor run("c-twitter", {.keys = 50}, 1);
  run.run(5000, 0.1);
  std::map<std::int64_t, std::int64_t> followers;
  std::set<std::int64_t> reached;
  for (const auto& [key, cells] : run.store())
    if (key.table() == 1)
      for (std::size_t slot = 0; slot < 5; ++slot)
        if (cells[slot] >= 0) ++followers[cells[slot]];
  std::size_t tweets = 0;
  for (const auto& [key, cells] : run.store()) {
    if (key.table() == 2) ++tweets;
    if (key.table() != 0) continue;
    EXPECT_EQ(cells[1], followers[static_cast<std::int64_t>(key.number())]);
    for (std::int64_t at = cells[0]; at != 0;) {
      const Cells& tweet = run.store().at(Key(2, static_cast<std::uint64_t>(at)));
      EXPECT_EQ(tweet[0], static_cast<std::int64_t>(key.number()));
      reached.insert(at);
      at = tweet[1];
    }
  }
  EXPECT_EQ(reached.size(), tweets);
  EXPECT_GT(tweets, 500U);
}

TEST(Twitter, TimelinesReadAndSomeUsersAreHot) {
  SerialExecutor run("c-twitter", {}, 1);
  run.run(4000);
  const Statistics all = statistics(run);
  // An unfollow of nobody only reads, too.
  EXPECT_GT(all.read_only / all.transactions, 0.5);
  EXPECT_LT(all.read_only / all.transactions, 0.65);
  EXPECT_GT(all.uses.at(Key(0, 0)), 20 * all.uses.at(Key(0, 100)));
}

}  // namespace
}  // namespace isolde::workloads
