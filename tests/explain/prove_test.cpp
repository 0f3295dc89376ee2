// Proofs and minimal cores of random small histories that the oracle rejects, at every level.
// ISOLDE_HISTORIES sets how many, ISOLDE_SEED replays a run.
#include "explain/prove.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "certify/cycle_name.hpp"
#include "encode/items/items.hpp"
#include "history/findings/validation.hpp"
#include "tests/explain/proof_checker.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/excerpt.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

std::vector<TxnId> all_of(const History& history) {
  std::vector<TxnId> txns;
  for (const TxnId txn : history.transactions()) txns.push_back(txn);
  return txns;
}

History restricted(const History& history, const std::vector<TxnId>& txns) {
  Result<History> result = excerpt(history, txns).finish();
  EXPECT_TRUE(result.has_value());
  return *std::move(result);
}

template <class Test>
void for_each_history(const RandomHistoryOptions& mix, Test&& test) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < how_many("ISOLDE_HISTORIES", 1500); ++i) {
      if (testing::Test::HasFailure()) return;
      const History history = random_history(random, mix);
      const WriterIndex writers(history);
      const auto findings = validate(history, writers);
      if (std::ranges::any_of(findings, [](const Finding& each) { return is_violation(each.kind); }))
        continue;
      if (!Items(history, writers, counting_transactions(history, writers)).open_reads().empty()) continue;
      SCOPED_TRACE(text_of(history));
      test(history, writers);
    }
  }
}

void expect_minimal(const History& history, Level level, const std::vector<TxnId>& core) {
  const auto oracle = static_cast<OracleLevel>(level);
  const bool is_certain =
      std::ranges::all_of(core, [&](TxnId txn) { return history.status(txn) == TxnStatus::kCommitted; });
  if (is_certain) {
    EXPECT_FALSE(satisfies(restricted(history, core), oracle));
  }
  for (const TxnId left_out : core) {
    std::vector<TxnId> rest = core;
    std::erase(rest, left_out);
    EXPECT_TRUE(satisfies(restricted(history, rest), oracle));
  }
}

void expect_proofs(const RandomHistoryOptions& mix) {
  std::vector<std::size_t> proved(levels().size());
  std::size_t branched = 0;
  for_each_history(mix, [&](const History& history, const WriterIndex& writers) {
    for (const LevelInfo& level : levels()) {
      SCOPED_TRACE(std::string(level.name));
      const auto explained = prove({history, writers, level.level, 0}, all_of(history));
      ASSERT_EQ(explained.has_value(), !satisfies(history, static_cast<OracleLevel>(level.level)));
      if (!explained) continue;
      ++proved[static_cast<std::size_t>(level.level)];
      if (explained->proof.size() > 1) ++branched;
      ASSERT_EQ(proof_error(history, level.level, 0, explained->proof), "");
      expect_minimal(history, level.level, explained->core);
      // All that is named belongs to the core.
      for (const ProofStep& step : explained->proof)
        for (const Dependency& edge : step.cycle)
          ASSERT_TRUE(std::ranges::binary_search(explained->core, edge.from));
    }
  });
  for (std::size_t i = 0; i < levels().size(); ++i) EXPECT_GT(proved[i], 0U) << levels()[i].name;
  EXPECT_GT(branched, 0U);
}

TEST(Prove, EveryRejectionHasAMinimalCoreAndAProof) { expect_proofs(registers_mix()); }

TEST(Prove, CrowdedKeysNeedCases) {
  RandomHistoryOptions mix = registers_mix();
  mix.max_keys = 2;
  mix.min_transactions = 5;
  mix.max_transactions = 7;
  mix.max_operations = 3;
  expect_proofs(mix);
}

std::string name_of_proof(const std::string& text, Level level) {
  const History history = history_of(text);
  const WriterIndex writers(history);
  const auto explained = prove({history, writers, level, 0}, all_of(history));
  if (!explained) return "none";
  EXPECT_EQ(proof_error(history, level, 0, explained->proof), "");
  return name_cycle(history, explained->proof.back().cycle);
}

TEST(Prove, LastLeavesOfSnapshotLevelsHaveTheRightNames) {
  constexpr Level kSi = Level::kSnapshotIsolation;
  constexpr Level kPrefix = Level::kPrefixConsistency;
  EXPECT_EQ(name_of_proof("a: r x nil, w x 1; b: r x nil, w x 2", kSi), "lost update");
  EXPECT_EQ(name_of_proof("a: r x nil, w x 1; b: r x nil, w x 2", kPrefix), "none");
  EXPECT_EQ(name_of_proof("z: w x 5; a: r x 5, w x 1; b: r x 5, w x 2", kSi), "lost update");
  EXPECT_EQ(name_of_proof("a: w x 1, w y 1; b: r x 1, r y nil", kSi), "read skew");
  EXPECT_EQ(name_of_proof("a: w x 1, w y 1; b: r x 1, r y nil", kPrefix), "read skew");
  EXPECT_EQ(name_of_proof("a: w x 1, r y 2; b: w y 2, r x 1", kSi), "G1c");
  EXPECT_EQ(name_of_proof("a: r x nil, w y 1; b: r y nil, w x 1", kSi), "none");
  EXPECT_EQ(name_of_proof("a: r x nil, w y 1; b: r y nil, w x 1", Level::kSerializable), "write skew");
  const std::string fork = "a: w x 1; b: w y 1; c: r x 1, r y nil; d: r x nil, r y 1";
  EXPECT_EQ(name_of_proof(fork, kSi), "long fork");
  EXPECT_EQ(name_of_proof(fork, kPrefix), "long fork");
  EXPECT_EQ(name_of_proof("a: w x 1; b: r x nil, r x 1", kSi), "non-repeatable read");
  EXPECT_EQ(name_of_proof("a: w x 1; a: r x nil", Level::kStrongSessionSnapshotIsolation),
            "G-single-process");
  EXPECT_EQ(name_of_proof("a [0,1]: w x 1; b [2,3]: r x nil", Level::kStrongSnapshotIsolation),
            "G-single-realtime");
}

// Two transactions are to blame among many that are not.
TEST(Prove, FindsTheFewAmongMany) {
  for (const LevelInfo& level : levels()) {
    if (!level.first_committer_wins) continue;
    std::string text;
    for (int i = 0; i < 600; ++i) {
      const std::string key = "k" + std::to_string(i % 20);
      const std::string before = i < 20 ? "nil" : std::to_string(i - 20 + 1);
      text += "s" + std::to_string(i % 7) + ": r " + key + " " + before + ", w " + key + " " +
              std::to_string(i + 1) + "; ";
    }
    text += "t: r k3 584, w k3 9001; u: r k3 584, w k3 9002";
    const History history = history_of(text);
    const WriterIndex writers(history);
    const auto explained = prove({history, writers, level.level, 0}, all_of(history));
    ASSERT_TRUE(explained) << level.name;
    EXPECT_LE(explained->core.size(), 3U);
    EXPECT_EQ(proof_error(history, level.level, 0, explained->proof), "");
    EXPECT_EQ(name_cycle(history, explained->proof.back().cycle), "lost update");
  }
}

}  // namespace
}  // namespace isolde
