// Reject certificates: what is proved is violated, says the oracle; what is violated can be proved; and what
// does not follow is refused.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "history/findings/validation.hpp"
#include "tests/certify/prover.hpp"
#include "tests/certify/random_histories.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using Kind = Assumption::Kind;

class Proofs : public RandomHistories {};

TEST_P(Proofs, OfTheNaiveProverAreTrueAndComplete) {
  std::size_t proved = 0;
  std::size_t violated = 0;
  std::size_t given_up = 0;
  for_each_history(0.03, [&](const History& history, Random& random) {
    const WriterIndex writers(history);
    const bool has_finding = std::ranges::any_of(validate(history, writers),
                                                 [](const Finding& each) { return is_violation(each.kind); });
    if (has_finding) return;
    for (const Level level : {levels()[random.below(8)].level, levels()[random.below(8)].level}) {
      const bool holds = satisfies(history, oracle_level(level));
      NaiveProver prover(history, level);
      const auto proof = prover.prove();
      if (prover.gave_up()) {
        ++given_up;
        continue;
      }
      violated += holds ? 0 : 1;
      ASSERT_TRUE(proof || holds) << info(level).name;
      if (!proof) continue;
      ++proved;
      const VerifyResult result = verify(history, reject_certificate(level, *proof));
      ASSERT_TRUE(result) << info(level).name << ": " << result.reason;
      ASSERT_FALSE(holds) << info(level).name;
    }
  });
  EXPECT_GT(proved, 0U);
  EXPECT_EQ(proved, violated);
  EXPECT_LE(given_up, proved / 4 + 2);
  std::printf("proved %zu of %zu, and gave up %zu times\n", proved, violated, given_up);
}

TEST_P(Proofs, OfFindingsAreTrue) {
  std::size_t found = 0;
  for_each_history(1, [&](const History& history, Random& random) {
    const WriterIndex writers(history);
    for (Finding finding : validate(history, writers)) {
      const Level level = levels()[random.below(8)].level;
      const VerifyResult result = verify(history, {level, 0, RejectCertificate{finding, {}}});
      ASSERT_EQ(result.holds, is_violation(finding.kind)) << name_of(finding.kind) << result.reason;
      found += result.holds ? 1 : 0;
    }
    // A finding that is made up holds only if there is none that is right.
    if (history.operation_count() == 0) return;
    Finding made_up{
        FindingKind(random.below(6)), {}, OpId(random.below(history.operation_count())), {}, {}, {}, {}};
    made_up.txn = history.transaction_of(made_up.op);
    made_up.other = TxnId(random.below(history.transaction_count()));
    made_up.key = KeyId(random.below(history.key_count()));
    made_up.value = ValueId(random.below(history.value_count()));
    if (!is_predicate(history.kind(made_up.op))) {
      made_up.key = history.key(made_up.op);
      made_up.value = history.value(made_up.op);
    }
    for (const LevelInfo& level : levels())
      if (verify(history, {level.level, 0, RejectCertificate{made_up, {}}})) {
        ASSERT_FALSE(satisfies(history, oracle_level(level.level))) << level.name << name_of(made_up.kind);
      }
  });
  EXPECT_GT(found, 0U);
}

// Whatever proof is mutated into, it must not prove a level that holds.
TEST_P(Proofs, ThatWereMutatedProveNothingWrong) {
  std::size_t refused = 0;
  for_each_history(0.03, [&](const History& history, Random& random) {
    const Level level = levels()[random.below(8)].level;
    const auto proof = NaiveProver(history, level).prove();
    if (!proof) return;
    for (int round = 0; round < 60; ++round) {
      Proof mutant = *proof;
      ProofStep& step = random.pick(mutant);
      const TxnId txn(random.below(history.transaction_count()));
      if (step.alternatives.empty()) {
        Dependency& edge = random.pick(step.cycle);
        const std::uint64_t what = random.below(7);
        if (what == 0) edge.from = txn;
        if (what == 1) edge.to = txn;
        if (what == 2) edge.kind = DependencyKind(random.below(5));
        if (what == 3) edge.witness = random.chance(0.5) ? txn : TxnId();
        if (what == 4) std::swap(edge.from, edge.to);
        if (what == 5) step.cycle.pop_back();
        if (what == 6) {
          edge.to = edge.from;
          edge.kind = DependencyKind::kRw;
          edge.key = {};
          edge.op = OpId(random.below(history.operation_count()));
        }
      } else {
        Assumption& assumption = random.pick(step.alternatives);
        const std::uint64_t what = random.below(4);
        if (what == 0) assumption.first = txn;
        if (what == 1) assumption.second = txn;
        if (what == 2) assumption.kind = Kind(random.below(4));
        if (what == 3) step.alternatives.pop_back();
      }
      for (const LevelInfo& other : levels()) {
        const VerifyResult result = verify(history, reject_certificate(other.level, mutant));
        refused += result.holds ? 0 : 1;
        if (!result.holds) continue;
        ASSERT_FALSE(satisfies(history, oracle_level(other.level))) << other.name;
      }
    }
  });
  EXPECT_GT(refused, 0U);
}

INSTANTIATE_TEST_SUITE_P(Mixes, Proofs, testing::ValuesIn(history_mixes()),
                         [](const auto& mix) { return mix.param.name; });

// --- Proofs by hand.

// Leaves and cases in a line: "0 rw 1 x" is a dependency, "0 rw 1 x by 2" names its witness.
class Hand {
 public:
  explicit Hand(const std::string& history) : history_(history_of(history)) {}

  [[nodiscard]] KeyId key(const std::string& name) const {
    for (std::size_t i = 0; i < history_.key_count(); ++i)
      if (history_.keys().text(std::uint32_t(i)) == name) return KeyId(i);
    return {};
  }
  [[nodiscard]] ProofStep leaf(const std::vector<std::string>& lines) const {
    ProofStep step;
    for (const std::string& line : lines) {
      Dependency edge;
      std::istringstream words(line);
      std::size_t from = 0;
      std::size_t to = 0;
      std::string kind;
      std::string name;
      std::string by;
      words >> from >> kind >> to >> name;
      edge.from = TxnId(from);
      edge.to = TxnId(to);
      for (const DependencyKind each : {DependencyKind::kWr, DependencyKind::kWw, DependencyKind::kRw,
                                        DependencyKind::kSo, DependencyKind::kRt})
        if (name_of(each) == kind) edge.kind = each;
      if (!name.empty()) edge.key = key(name);
      std::size_t witness = 0;
      if (words >> by >> witness) edge.witness = TxnId(witness);
      step.cycle.push_back(edge);
    }
    return step;
  }
  [[nodiscard]] ProofStep either(const std::string& name, std::size_t a, std::size_t b) const {
    return {{{Kind::kOrder, key(name), TxnId(a), TxnId(b)}, {Kind::kOrder, key(name), TxnId(b), TxnId(a)}},
            {}};
  }
  [[nodiscard]] ProofStep reads(std::size_t reader, const std::string& name, std::vector<TxnId> from) const {
    ProofStep step;
    for (const TxnId source : from)
      step.alternatives.push_back({Kind::kReadsFrom, key(name), TxnId(reader), source});
    return step;
  }
  [[nodiscard]] static ProofStep takes_effect(std::size_t txn) {
    return {{{Kind::kTakesEffect, {}, TxnId(txn), {}}, {Kind::kNoEffect, {}, TxnId(txn), {}}}, {}};
  }
  [[nodiscard]] std::string reason(Level level, Proof proof) const {
    return verify(history_, reject_certificate(level, std::move(proof))).reason;
  }

 private:
  History history_;
};

TEST(Proof, AListShowsAsAList) {
  const Hand hand("init k [3]; a: add k 1; b: r k 1; c: r k [3 1]");
  EXPECT_EQ(hand.reason(Level::kPrefixConsistency, {hand.leaf({"1 wr 1 k"})}), "");
  EXPECT_THAT(hand.reason(Level::kPrefixConsistency, {hand.leaf({"2 wr 2 k"})}), HasSubstr("can have seen"));
}

TEST(Proof, LostUpdate) {
  const Hand hand("a: r x nil, w x 1; b: r x nil, w x 2");
  const Proof proof{hand.leaf({"0 rw 1 x", "1 rw 0 x"})};
  EXPECT_EQ(hand.reason(Level::kSerializable, proof), "");
  // Under snapshot isolation the writers do not overlap; under prefix consistency they may.
  EXPECT_THAT(hand.reason(Level::kSnapshotIsolation, proof), HasSubstr("steps back"));
  const Proof by_cases{hand.either("x", 0, 1), hand.leaf({"0 ww 1 x", "1 rw 0 x"}),
                       hand.leaf({"1 ww 0 x", "0 rw 1 x"})};
  EXPECT_EQ(hand.reason(Level::kSnapshotIsolation, by_cases), "");
  EXPECT_EQ(hand.reason(Level::kSerializable, by_cases), "");
  EXPECT_NE(hand.reason(Level::kPrefixConsistency, by_cases), "");
  const Proof half{hand.either("x", 0, 1), hand.leaf({"0 ww 1 x", "1 rw 0 x"})};
  EXPECT_THAT(hand.reason(Level::kSnapshotIsolation, half), HasSubstr("ends before"));
  const Proof swapped{hand.either("x", 0, 1), hand.leaf({"1 ww 0 x", "0 rw 1 x"}),
                      hand.leaf({"0 ww 1 x", "1 rw 0 x"})};
  EXPECT_THAT(hand.reason(Level::kSnapshotIsolation, swapped), HasSubstr("does not follow"));
  Proof too_long = by_cases;
  too_long.push_back(by_cases[1]);
  EXPECT_THAT(hand.reason(Level::kSnapshotIsolation, too_long), HasSubstr("goes on after"));
  EXPECT_NE(hand.reason(Level::kSerializable, {}), "");
  EXPECT_THAT(hand.reason(Level::kSerializable, {hand.leaf({})}), HasSubstr("no cycle"));
}

TEST(Proof, WriteSkewIsAllowedBySnapshots) {
  const Hand hand("a: r x nil, r y nil, w x 1; b: r x nil, r y nil, w y 1");
  const Proof proof{hand.leaf({"0 rw 1 y", "1 rw 0 x"})};
  EXPECT_EQ(hand.reason(Level::kSerializable, proof), "");
  EXPECT_NE(hand.reason(Level::kSnapshotIsolation, proof), "");
  EXPECT_NE(hand.reason(Level::kSerializable, {hand.leaf({"0 rw 1 x", "1 rw 0 y"})}), "");
}

TEST(Proof, LongFork) {
  const Hand hand("a: w x 1; b: w y 1; c: r x 1, r y nil; d: r x nil, r y 1");
  const Proof proof{hand.leaf({"0 wr 2 x", "2 rw 1 y", "1 wr 3 y", "3 rw 0 x"})};
  for (const LevelInfo& level : levels()) EXPECT_EQ(hand.reason(level.level, proof), "") << level.name;
}

TEST(Proof, ReadSkew) {
  const Hand hand("a: w x 1, w y 1; b: r x nil, r y 1");
  const Proof proof{hand.leaf({"0 wr 1 y", "1 rw 0 x"})};
  for (const LevelInfo& level : levels()) EXPECT_EQ(hand.reason(level.level, proof), "") << level.name;
  EXPECT_NE(hand.reason(Level::kSerializable, {hand.leaf({"1 wr 0 y", "0 rw 1 x"})}), "");
}

TEST(Proof, CircularInformationFlow) {
  const Hand hand("a: w x 1, r y 1; b: w y 1, r x 1");
  EXPECT_EQ(hand.reason(Level::kPrefixConsistency, {hand.leaf({"0 wr 1 x", "1 wr 0 y"})}), "");
}

TEST(Proof, OrdersOfTheLevel) {
  const Hand hand("a [0,1]: w x 1; a [2,3]: r x nil; b [4,5]: r x nil");
  const Proof session{hand.leaf({"0 so 1", "1 rw 0 x"})};
  EXPECT_EQ(hand.reason(Level::kStrongSessionSerializable, session), "");
  EXPECT_EQ(hand.reason(Level::kPrefixConsistency, session), "");
  EXPECT_NE(hand.reason(Level::kSerializable, session), "");
  EXPECT_NE(hand.reason(Level::kSnapshotIsolation, session), "");
  const Proof time{hand.leaf({"0 rt 2", "2 rw 0 x"})};
  EXPECT_EQ(hand.reason(Level::kStrictSerializable, time), "");
  EXPECT_EQ(hand.reason(Level::kStrongSnapshotIsolation, time), "");
  EXPECT_NE(hand.reason(Level::kStrongSessionSerializable, time), "");
  EXPECT_NE(hand.reason(Level::kStrictSerializable, {hand.leaf({"2 rt 0", "0 wr 2 x"})}), "");
}

TEST(Proof, RepeatedValuesNeedAllWriters) {
  const Hand hand("a: w x 1; b: w x 1; c: r x 1, r x nil");
  const Proof proof{hand.reads(2, "x", {TxnId(0), TxnId(1)}), hand.leaf({"0 wr 2 x", "2 rw 0 x"}),
                    hand.leaf({"1 wr 2 x", "2 rw 1 x"})};
  EXPECT_EQ(hand.reason(Level::kSerializable, proof), "");
  const Hand other("a: w x 1, w y 1; b: w x 1, w y 1; c: r x 1, r y nil");
  const Proof whole{other.reads(2, "x", {TxnId(0), TxnId(1)}), other.leaf({"0 wr 2 x", "2 rw 0 y"}),
                    other.leaf({"1 wr 2 x", "2 rw 1 y"})};
  EXPECT_EQ(other.reason(Level::kSerializable, whole), "");
  const Proof partial{other.reads(2, "x", {TxnId(0)}), other.leaf({"0 wr 2 x", "2 rw 0 y"})};
  EXPECT_THAT(other.reason(Level::kSerializable, partial), HasSubstr("can also have read"));
  EXPECT_THAT(other.reason(Level::kSerializable, {other.leaf({"0 wr 2 x", "2 rw 0 y"})}),
              HasSubstr("does not follow"));
}

TEST(Proof, OwnWritesAreNoExternalReads) {
  const Hand hand("a: w x 1; b: w x 2, r x 2; c: w x 3, r x 3");
  EXPECT_THAT(hand.reason(Level::kSerializable, {hand.leaf({"1 wr 2 x", "2 wr 1 x"})}),
              HasSubstr("does not follow"));
  const Hand initial("a: w x 1, r x 1; b: w x nil, r x nil");
  EXPECT_NE(initial.reason(Level::kSerializable, {initial.leaf({"1 rw 0 x", "0 wr 1 x"})}), "");
}

TEST(Proof, IndeterminateTransactions) {
  // Its write was seen, so it counts, and with it what it read.
  const Hand seen("a unknown: w x 1, r y 1; b: r x 1, w y 1");
  EXPECT_EQ(seen.reason(Level::kSerializable, {seen.leaf({"0 wr 1 x", "1 wr 0 y"})}), "");
  // Nobody saw it: it proves nothing by itself, and precedes nobody in its session.
  const Hand unseen("a unknown: w x 1, r y 1; b: w y 1, r x nil; a: r x nil");
  EXPECT_THAT(unseen.reason(Level::kSerializable, {unseen.leaf({"1 wr 0 y", "0 rw 1 x"})}),
              HasSubstr("count"));
  EXPECT_NE(unseen.reason(Level::kStrongSessionSerializable, {unseen.leaf({"0 so 2", "2 rw 0 x"})}), "");
  const Hand either("a unknown: w x 1, r y nil; b: w y 1; c: r x 1, r x nil; d: w x 1");
  const Proof proof{Hand::takes_effect(0), either.reads(2, "x", {TxnId(0), TxnId(3)}),
                    either.leaf({"0 wr 2 x", "2 rw 0 x"}), either.leaf({"3 wr 2 x", "2 rw 3 x"}),
                    either.leaf({"3 wr 2 x", "2 rw 3 x"})};
  EXPECT_EQ(either.reason(Level::kSerializable, proof), "");
  Proof committed = proof;
  committed[0] = Hand::takes_effect(3);
  EXPECT_THAT(either.reason(Level::kSerializable, committed), HasSubstr("no indeterminate"));
  Proof one_sided = proof;
  one_sided[0].alternatives[1] = one_sided[0].alternatives[0];
  EXPECT_NE(either.reason(Level::kSerializable, one_sided), "");
}

TEST(Proof, Phantoms) {
  const Hand hand("a: pr 'v > 0' {}, r n 1; b: insert k (v=5), w n 1");
  const Proof proof{hand.leaf({"0 rw 1 k", "1 wr 0 n"})};
  EXPECT_EQ(hand.reason(Level::kSerializable, proof), "");
  EXPECT_EQ(hand.reason(Level::kSnapshotIsolation, proof), "");
  EXPECT_NE(hand.reason(Level::kRepeatableRead, proof), "");
  const Hand own("a: insert k (v=5), pr 'v > 0' {}");
  EXPECT_EQ(own.reason(Level::kSerializable, {own.leaf({"0 rw 0 k"})}), "");
  EXPECT_NE(own.reason(Level::kRepeatableRead, {own.leaf({"0 rw 0 k"})}), "");
  EXPECT_NE(own.reason(Level::kSerializable, {own.leaf({"0 so 0"})}), "");
}

TEST(Proof, Lists) {
  const Hand hand("a: append l 1, r m nil; b: append m 1, r l nil; c: r l [1], r m [1]");
  EXPECT_EQ(hand.reason(Level::kSerializable, {hand.leaf({"0 rw 1 m", "1 rw 0 l"})}), "");
  const Hand order("a: append l 1; b: append l 2; c: r l [1 2]; d: r l [2]");
  EXPECT_EQ(order.reason(Level::kSerializable, {order.leaf({"0 ww 1 l by 2", "1 wr 3 l", "3 rw 0 l"})}), "");
  EXPECT_NE(order.reason(Level::kSerializable, {order.leaf({"1 ww 0 l by 2", "0 wr 3 l", "3 rw 1 l"})}), "");
}

TEST(Proof, HostileNumbersAreRefused) {
  const Hand hand("a: r x nil, w x 1; b: r x nil, w x 2");
  EXPECT_NE(hand.reason(Level::kSerializable, {hand.leaf({"7 rw 1 x", "1 rw 7 x"})}), "");
  EXPECT_NE(hand.reason(Level::kSerializable, {hand.leaf({"0 rw 1 q", "1 rw 0 q"})}), "");
  EXPECT_NE(hand.reason(Level::kSerializable, {hand.either("x", 0, 9), hand.leaf({"0 rw 1 x", "1 rw 0 x"})}),
            "");
  EXPECT_NE(hand.reason(Level::kSerializable, {hand.either("x", 0, 0), hand.leaf({"0 rw 1 x", "1 rw 0 x"})}),
            "");
}

}  // namespace
}  // namespace isolde
