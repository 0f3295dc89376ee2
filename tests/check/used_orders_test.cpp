// Whatever orders are used, and however wrong a given version order is, the verdict is the oracle's.
//
// ISOLDE_HISTORIES and ISOLDE_SEED as in differential_test.cpp.
#include "check/used_orders.hpp"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "laboratory/ablation.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/excerpt.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/oracle_level.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

// The values that members of `order` leave, by key, in that order.
std::map<KeyId, std::vector<ValueId>> lists_by(const History& history, const std::vector<TxnId>& order) {
  std::map<KeyId, std::vector<ValueId>> lists;
  for (const TxnId txn : order) {
    std::map<KeyId, ValueId> left;
    for (const OpId op : history.operations(txn))
      if (is_item_write(history.kind(op))) left[history.key(op)] = history.value(op);
    for (const auto& [key, value] : left) lists[key].push_back(value);
  }
  return lists;
}

// As the oracle's schedule commits, or at random if there is none or `is_wrong`.
std::vector<TxnId> writers_in_order(const History& history, Level level, bool is_wrong, Random& random) {
  std::vector<TxnId> order;
  if (const auto schedule = witness(history, oracle_level(level)); schedule && !is_wrong) {
    for (const Event& event : *schedule)
      if (event.kind == EventKind::kCommit) order.push_back(event.txn);
    return order;
  }
  for (const TxnId txn : history.transactions())
    if (history.status(txn) != TxnStatus::kAborted) order.push_back(txn);
  random.shuffle(order);
  return order;
}

History with_version_orders(const History& history, const std::vector<TxnId>& order) {
  std::vector<TxnId> all;
  for (const TxnId txn : history.transactions()) all.push_back(txn);
  HistoryBuilder builder = excerpt(history, all);
  for (const auto& [key, values] : lists_by(history, order)) {
    VersionOrder list{builder.key(history.keys().text(key.value)), {}};
    for (const ValueId value : values)
      list.values.push_back(builder.value(history.values().integer(value.value)));
    builder.add_version_order(std::move(list));
  }
  return std::move(builder).finish().value();
}

TEST(UsedOrders, TheVerdictIsTheOracles) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 1500);
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !HasFailure(); ++i) {
      const History drawn = random_history(random, registers_mix());
      const LevelInfo& level = levels()[random.below(levels().size())];
      const bool is_wrong = random.chance(0.3);
      const History history =
          with_version_orders(drawn, writers_in_order(drawn, level.level, is_wrong, random));
      SCOPED_TRACE(text_of(history));
      const bool expected = satisfies(history, oracle_level(level.level));
      ++(expected ? accepted : rejected);
      for (unsigned bits = 0; bits < 32; ++bits) {
        AblationCell cell;
        cell.level = level.level;
        cell.use = {(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
        cell.guess = (bits & 8U) != 0;
        cell.version_fraction = (bits & 16U) != 0 ? 0.7 : 1;
        cell.seed = i;
        if (!check_used_orders(level.level, cell.use)) continue;
        const ReportData report = check(history, cell.options({}));
        ASSERT_EQ(report.decision.verdict, expected ? Verdict::kAccept : Verdict::kReject)
            << level.name << ", " << name_of(cell.use) << ", guess " << cell.guess << ", "
            << report.decision.reason;
      }
    }
  }
  EXPECT_GT(accepted, 50U);
  EXPECT_GT(rejected, 50U);
}

TEST(UsedOrders, ALevelRefusesToDoWithoutItsOwn) {
  EXPECT_TRUE(check_used_orders(Level::kSerializable, {}));
  const auto strict = check_used_orders(Level::kStrictSerializable, {.sessions = true});
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error().message, "strict-serializable asks for real time: add rt to --use");
  EXPECT_FALSE(check_used_orders(Level::kPrefixConsistency, {.real_time = true, .versions = true}));
}

TEST(UsedOrders, TwoListsOfOneKeyOrderNothingBetweenThem) {
  // 1 and 3 are listed apart; that says nothing about 1 and 3.
  const History plain =
      history_of("a: w x 1; b: w x 2; c: r x 2; d: w x 3; e: r x 3, w y 1; f: r y 1, r x 3");
  std::vector<TxnId> all;
  for (const TxnId txn : plain.transactions()) all.push_back(txn);
  HistoryBuilder builder = excerpt(plain, all);
  const KeyId key = builder.key(plain.keys().text(0));
  builder.add_version_order({key, {builder.value(std::int64_t{1}), builder.value(std::int64_t{2})}});
  builder.add_version_order({key, {builder.value(std::int64_t{3})}});
  const History history = std::move(builder).finish().value();
  AblationCell cell;
  cell.guess = false;
  cell.use.versions = true;
  EXPECT_EQ(check(history, cell.options({})).decision.verdict, Verdict::kAccept);
}

}  // namespace
}  // namespace isolde
