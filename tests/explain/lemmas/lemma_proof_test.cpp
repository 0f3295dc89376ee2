// Every reject of a random history gives a proof that its checker accepts, also after a way through a file;
// and of proofs that were tampered with the checker accepts only those that still prove something.
//
// ISOLDE_HISTORIES sets how many histories each mix gets. One seed is fixed; ISOLDE_SEED sets a second.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "certify/lemmas/lemma_check.hpp"
#include "certify/lemmas/lemma_text.hpp"
#include "check/decide.hpp"
#include "history/findings/validation.hpp"
#include "laboratory/laboratory.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

using Origin = LemmaProof::Origin;

struct Mix {
  std::string name;
  RandomHistoryOptions options;
};
void PrintTo(const Mix& mix, std::ostream* out) { *out << mix.name; }

RandomHistoryOptions crowded_mix() {
  RandomHistoryOptions options = registers_mix();
  options.max_keys = 2;
  options.max_operations = 3;
  options.min_transactions = 5;
  options.indeterminate = 0.25;
  options.times = 0;
  return options;
}

RandomHistoryOptions sets_mix() {
  RandomHistoryOptions options = registers_mix();
  options.set = 1.0;
  return options;
}

// Of these a proof takes nothing on trust.
std::vector<Mix> plain_mixes() {
  return {{"registers", registers_mix()},
          {"crowded", crowded_mix()},
          {"repeated_values", repeated_values_mix()},
          {"predicates", predicates_mix()}};
}

std::vector<Mix> mixes() {
  std::vector<Mix> all = plain_mixes();
  all.push_back({"types", types_mix()});
  all.push_back({"sets", sets_mix()});
  all.push_back({"aggregates", aggregates_mix()});
  return all;
}

std::string written(const History& history, const LemmaProof& proof) {
  std::ostringstream out;
  write_lemma_proof(history, proof, out);
  return out.str();
}

bool has_indeterminate(const History& history) {
  for (const TxnId txn : history.transactions())
    if (history.status(txn) == TxnStatus::kIndeterminate) return true;
  return false;
}

bool is_decided_by_validation(const History& history) {
  const auto findings = validate_history(history, {}).findings;
  return std::ranges::any_of(findings, [](const Finding& finding) { return is_violation(finding.kind); });
}

// Whether the axioms are what they say, and cannot all be true: by trying all values.
bool proves(const LemmaProof& proof) {
  std::vector<std::span<const std::int32_t>> axioms;
  for (std::size_t i = 0; i < proof.clause_count(); ++i) {
    if (proof.origin(i) == Origin::kDerived) continue;
    axioms.push_back(proof.literals(i));
    if (proof.origin(i) != Origin::kCycle) continue;
    const auto cycle = proof.support(i);
    for (std::size_t at = 0; at < cycle.size(); ++at) {
      const LemmaProof::Link& link = proof.links[cycle[at]];
      if (link.to != proof.links[cycle[(at + 1) % cycle.size()]].from) return false;
      if (link.literal != 0 && std::ranges::count(axioms.back(), -link.literal) == 0) return false;
    }
  }
  for (std::uint64_t values = 0; values < std::uint64_t{1} << proof.choices.size(); ++values) {
    const auto is_true = [&](std::int32_t literal) {
      return ((values >> (std::abs(literal) - 1)) & 1U) == (literal > 0 ? 1U : 0U);
    };
    const auto holds = [&](std::span<const std::int32_t> clause) {
      return std::ranges::any_of(clause, is_true);
    };
    if (std::ranges::all_of(axioms, holds)) return false;
  }
  return true;
}

// A copy in which every clause passes through edit(index, literals, support), which may return false to leave
// it out; who rested on it then rests on the others only.
template <class Edit>
LemmaProof edited(const LemmaProof& proof, Edit&& edit) {
  LemmaProof result;
  result.level = proof.level;
  result.clock_skew = proof.clock_skew;
  result.points = proof.points;
  result.choices = proof.choices;
  result.links = proof.links;
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < proof.clause_count(); ++i) {
    std::vector<std::int32_t> literals(proof.literals(i).begin(), proof.literals(i).end());
    std::vector<std::uint32_t> support;
    for (const std::uint32_t each : proof.support(i)) {
      if (proof.origin(i) != Origin::kDerived)
        support.push_back(each);
      else if (numbers[each] >= 0)
        support.push_back(static_cast<std::uint32_t>(numbers[each]));
    }
    const bool stays = edit(i, literals, support);
    numbers.push_back(stays ? static_cast<std::int64_t>(result.clause_count()) : -1);
    if (stays) result.add_clause(proof.origin(i), literals, support);
  }
  return result;
}

// One random change to one clause.
LemmaProof tampered(const LemmaProof& proof, Random& random) {
  const auto victim = static_cast<std::size_t>(random.below(proof.clause_count()));
  const std::uint64_t how = random.below(5);
  return edited(proof,
                [&](std::size_t i, std::vector<std::int32_t>& literals, std::vector<std::uint32_t>& support) {
                  if (i != victim) return true;
                  const bool is_derived = proof.origin(i) == Origin::kDerived;
                  const std::size_t most = is_derived ? i : proof.links.size();
                  if (how == 0) return false;
                  if (how == 1 && !literals.empty()) {
                    auto& literal = literals[random.below(literals.size())];
                    literal = -literal;
                  }
                  if (how == 2 && !literals.empty()) literals.erase(literals.begin());
                  if (proof.origin(i) == Origin::kUnseen) return true;
                  if (how == 3 && !support.empty() && most > 0)
                    support[random.below(support.size())] = static_cast<std::uint32_t>(random.below(most));
                  if (how == 4 && !support.empty()) support.pop_back();
                  return true;
                });
}

// Another history's proof, told of this one: clauses, cycles and what follows from what stay as they are.
LemmaProof forged(LemmaProof proof, const History& history, Random& random) {
  std::vector<TxnId> txns;
  for (int i = 0; i < 16; ++i) txns.emplace_back(random.below(history.transaction_count()));
  std::vector<KeyId> keys;
  for (int i = 0; i < 16; ++i) keys.emplace_back(random.below(history.key_count()));
  const auto rename = [](auto& id, const auto& names) {
    if (id.is_valid()) id = names[id.index() % names.size()];
  };
  for (LemmaProof::Point& point : proof.points) rename(point.txn, txns);
  for (LemmaProof::Choice& choice : proof.choices) {
    rename(choice.first, txns);
    rename(choice.second, txns);
    rename(choice.key, keys);
    if (choice.kind == LemmaProof::Choice::Kind::kAuxiliary || random.below(8) != 0) continue;
    choice.kind = LemmaProof::Choice::Kind::kAuxiliary;
  }
  for (LemmaProof::Link& link : proof.links) {
    rename(link.key, keys);
    if (random.below(8) == 0) link.literal = 0;
  }
  return proof;
}

class LemmaProofs : public testing::TestWithParam<Mix> {
 protected:
  // Their proofs may say what the checker cannot follow.
  [[nodiscard]] static bool needs_trust() {
    const std::string& name = GetParam().name;
    return name == "types" || name == "sets" || name == "aggregates";
  }
};

TEST_P(LemmaProofs, EveryRejectIsProved) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 400);
  std::size_t proved = 0;
  std::size_t derived = 0;
  std::size_t without = 0;
  std::size_t trusting = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !HasFailure(); ++i) {
      const History history = random_history(random, GetParam().options);
      if (is_decided_by_validation(history)) continue;
      for (const LevelInfo& level : levels()) {
        SCOPED_TRACE(text_of(history) + " at " + std::string(level.name));
        CheckOptions options;
        options.level = level.level;
        const auto proof = lemma_proof_of(history, options);
        const bool holds = satisfies(history, static_cast<OracleLevel>(level.level));
        if (holds) {
          ASSERT_FALSE(proof);
          continue;
        }
        if (!proof && proof.error().message.find("has a model") != std::string::npos) {
          // The polygraph does not hold all of it, and says so.
          ASSERT_FALSE(polygraph_of(history, options));
          continue;
        }
        if (!proof && proof.error().message.find("the encoding alone decides") != std::string::npos) {
          ++without;
          continue;
        }
        ASSERT_TRUE(proof) << proof.error().to_string();
        const LemmaVerdict result = verify(history, *proof);
        ASSERT_TRUE(result) << result.reason << "\n" << written(history, *proof);
        ASSERT_TRUE(!result.trust.is_needed() || needs_trust()) << written(history, *proof);
        // Of sets only what a lost update leaves, and that a transaction of unknown outcome cannot have taken
        // effect because of what it saw itself.
        ASSERT_TRUE(!result.trust.is_needed() || GetParam().name != "sets" || !level.first_committer_wins ||
                    has_indeterminate(history))
            << written(history, *proof);
        if (result.trust.is_needed()) ++trusting;
        const std::string text = written(history, *proof);
        const auto again = read_lemma_proof(history, text, "again");
        ASSERT_TRUE(again) << again.error().to_string() << "\n" << text;
        ASSERT_EQ(written(history, *again), text);
        ASSERT_TRUE(verify(history, *again));
        ++proved;
        if (proof->clause_count() > 3) ++derived;
      }
    }
  }
  EXPECT_GT(proved, 0U);
  EXPECT_GT(derived, 0U);
  // What lists, sets and counters hold is judged by the encoder only.
  EXPECT_TRUE(without == 0 || (needs_trust() && without < proved)) << without << " without a proof";
  RecordProperty("proved", std::to_string(proved));
  RecordProperty("learnt", std::to_string(derived));
  RecordProperty("without", std::to_string(without));
  RecordProperty("trusting", std::to_string(trusting));
}

TEST_P(LemmaProofs, TamperedOnesAreRefusedUnlessTheyStillProve) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 60);
  std::size_t refused = 0;
  std::size_t accepted = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !HasFailure(); ++i) {
      const History history = random_history(random, GetParam().options);
      if (is_decided_by_validation(history)) continue;
      for (const Level level : {Level::kStrongSessionSerializable, Level::kPrefixConsistency}) {
        CheckOptions options;
        options.level = level;
        const auto proof = lemma_proof_of(history, options);
        if (!proof || proof->choices.size() > 12) continue;
        ASSERT_TRUE(proves(*proof));
        for (int attempt = 0; attempt < 20; ++attempt) {
          const LemmaProof mutated = tampered(*proof, random);
          if (written(history, mutated) == written(history, *proof)) continue;
          const bool is_accepted = verify(history, mutated).holds;
          if (is_accepted) {
            ASSERT_TRUE(proves(mutated)) << written(history, mutated);
          }
          ++(is_accepted ? accepted : refused);
        }
      }
    }
  }
  EXPECT_GT(refused, accepted);
  RecordProperty("refused", std::to_string(refused));
  RecordProperty("accepted", std::to_string(accepted));
}

// The level holds, so nothing proves that it does not: not without saying that it takes something on trust.
TEST_P(LemmaProofs, ForgedOnesAreRefused) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 300);
  std::size_t forgeries = 0;
  std::size_t trusting = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    std::vector<LemmaProof> genuine;
    for (std::uint64_t i = 0; i < histories && !HasFailure(); ++i) {
      const History history = random_history(random, GetParam().options);
      if (history.key_count() == 0 || is_decided_by_validation(history)) continue;
      CheckOptions options;
      options.level = levels()[random.below(levels().size())].level;
      if (const auto proof = lemma_proof_of(history, options)) genuine.push_back(*proof);
      for (int attempt = 0; attempt < 20 && !genuine.empty(); ++attempt) {
        const LemmaProof proof = forged(genuine[random.below(genuine.size())], history, random);
        if (proof.origin(0) == Origin::kUnseen) continue;
        ASSERT_TRUE(verify(proof));
        if (!satisfies(history, static_cast<OracleLevel>(proof.level))) continue;
        const LemmaVerdict result = verify(history, proof);
        ++forgeries;
        trusting += result.holds && result.trust.is_needed() ? 1 : 0;
        ASSERT_TRUE(!result || (needs_trust() && result.trust.is_needed())) << text_of(history) << "\n"
                                                                            << written(history, proof);
      }
    }
  }
  EXPECT_GT(forgeries, 1000U);
  RecordProperty("forgeries", std::to_string(forgeries));
  RecordProperty("trusting", std::to_string(trusting));
}

class LongerProofs : public testing::TestWithParam<Mix> {};

// Too large for the oracle: longer chains of writers, and orders that follow from theirs.
TEST_P(LongerProofs, HoldWithoutTrust) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 60);
  std::size_t proved = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    RandomHistoryOptions longer = GetParam().options;
    longer.min_transactions = 12;
    longer.max_transactions = 40;
    longer.max_sessions = 6;
    for (std::uint64_t i = 0; i < histories && !HasFailure(); ++i) {
      const History history = random_history(random, longer);
      if (is_decided_by_validation(history)) continue;
      for (const LevelInfo& level : levels()) {
        CheckOptions options;
        options.level = level.level;
        const auto proof = lemma_proof_of(history, options);
        if (!proof) continue;
        const LemmaVerdict result = verify(history, *proof);
        ASSERT_TRUE(result) << result.reason << "\n" << text_of(history) << "\n" << written(history, *proof);
        ASSERT_FALSE(result.trust.is_needed()) << written(history, *proof);
        ++proved;
      }
    }
  }
  EXPECT_GT(proved, 50U);
  RecordProperty("proved", std::to_string(proved));
}

INSTANTIATE_TEST_SUITE_P(Mixes, LongerProofs, testing::ValuesIn(plain_mixes()),
                         [](const auto& mix) { return mix.param.name; });
INSTANTIATE_TEST_SUITE_P(Mixes, LemmaProofs, testing::ValuesIn(mixes()),
                         [](const auto& mix) { return mix.param.name; });

// Any text is an error of one line, or a proof.
TEST(LemmaText, HostileTextIsOneSentence) {
  const History history =
      history_of("a: r x nil, w x 1; b: r x nil, w x 2; c: r x 1, w y 1; d: r x 2, r y 1");
  CheckOptions options;
  const auto proof = lemma_proof_of(history, options);
  ASSERT_TRUE(proof) << proof.error().to_string();
  const std::string text = written(history, *proof);
  ASSERT_TRUE(read_lemma_proof(history, text, "f"));
  Random random(7);
  std::size_t errors = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string mutated = text;
    for (std::uint64_t edits = 1 + random.below(3); edits-- > 0;) {
      const std::size_t at = random.below(mutated.size());
      const char letters[] = "0123456789 -\nnveal\"";
      if (random.below(3) == 0)
        mutated.erase(at, 1 + random.below(4));
      else
        mutated[at] = letters[random.below(sizeof letters - 1)];
    }
    const auto read = read_lemma_proof(history, mutated, "f");
    if (read) {
      static_cast<void>(verify(history, *read));
      continue;
    }
    ++errors;
    EXPECT_EQ(read.error().to_string().find('\n'), std::string::npos);
    EXPECT_FALSE(read.error().message.empty());
  }
  EXPECT_GT(errors, 100U);
}

// Session order puts the first before the second and real time that before the fourth: the first before the
// fourth is a conclusion, so the proof has to show it.
TEST(GenuineProofs, OrdersAreCombinedInTheProof) {
  const History history =
      history_of("a: w x 1; a [0,1]: w y 1; c [0,1]: w x 1; b [5,6]: w x 2; d [7,8]: r x 1");
  CheckOptions options;
  options.level = Level::kStrictSerializable;
  const auto proof = lemma_proof_of(history, options);
  ASSERT_TRUE(proof) << proof.error().to_string();
  const LemmaVerdict result = verify(history, *proof);
  EXPECT_TRUE(result) << result.reason << "\n" << written(history, *proof);
}

// By hand: each proves its empty clause from what is not so.
TEST(ForgedProofs, EachIsRefusedForItsReason) {
  struct Forgery {
    const char* history;
    const char* level;
    const char* lines;
    const char* reason;
  };
  const Forgery forgeries[] = {
      {"a: w x 1; b: r x 1", "serializable", "v 1 auxiliary\na 1 1 0\na 2 -1 0\n3 0 1 2 0",
       "clause 1 does not follow from the history"},
      {"a: w x 1; b: r x 1", "serializable",
       "n 1 0 commit\nn 2 1 commit\ne 1 0 1 2 wr \"x\"\ne 2 0 2 1 rw \"x\"\nl 1 0 1 2 0",
       "cycle lemma 1: it does not follow that T1 rw T0 on x"},
      // b may have read either.
      {"a: w x 1; c: w x 1; b: r x 1", "serializable",
       "v 1 reads-from 2 0 \"x\"\na 1 1 0\na 2 -1 0\n3 0 1 2 0", "clause 1 does not follow from the history"},
      {"a: w x 1; c: w x 1; b: r x 1", "serializable",
       "n 1 0 commit\nn 2 2 commit\ne 1 0 1 2 wr \"x\"\ne 2 0 2 1 wr \"x\"\nl 1 0 1 2 0",
       "cycle lemma 1: it does not follow that T0 wr T2 on x"},
      // The order of a transaction and itself.
      {"a: w x 1; b: w x 2", "serializable",
       "n 1 0 commit\nv 1 order 0 0 \"x\"\ne 1 1 1 1 ww \"x\"\ne 2 -1 1 1 ww \"x\"\nl 1 -1 0 1 0\nl 2 1 0 2 "
       "0\n3 0 1 2 0",
       "cycle lemma 1: it does not follow that T0 ww T0 on x"},
      // Overlapping writers: the reader of a's version does not come right after it.
      {"a: w x 1; b: w x 2; c: r x 1, w x 3", "prefix-consistency",
       "n 1 2 commit\nn 2 1 commit\nn 3 0 commit\nv 1 order 0 1 \"x\"\ne 1 1 1 2 ww \"x\"\n"
       "e 2 1 2 1 ww \"x\"\nl 1 -1 0 1 2 0\na 2 1 0\n3 0 1 2 0",
       "cycle lemma 1: it does not follow that T2 ww T1 on x"},
      // An auxiliary variable of two edges.
      {"a: r x 1, r y nil; b: w x 1; c: w y 1", "serializable",
       "n 1 0 commit\nn 2 1 commit\nn 3 2 commit\nv 1 auxiliary\ne 1 1 1 2 rw \"x\"\ne 2 1 1 3 rw \"y\"\n"
       "e 3 0 2 1 wr \"x\"\nl 1 -1 0 1 3 0\na 2 1 0\n3 0 1 2 0",
       "cycle lemma 1: it does not follow that T0 rw T1 on x"},
      // Who may have had no effect, and precedes nobody.
      {"a unknown: w x 1; a: r x nil", "strict-serializable",
       "n 1 0 commit\nn 2 1 commit\ne 1 0 1 2 so\ne 2 0 2 1 rw \"x\"\nl 1 0 1 2 0",
       "cycle lemma 1: it does not follow that T0 so T1"},
      {"a unknown: r x 1; b: w x 2", "serializable", "v 1 takes-effect 0\na 1 1 0\na 2 -1 0\n3 0 1 2 0",
       "clause 1 does not follow from the history"},
      // Points of nobody only carry what is known.
      {"a: w x 1; b: r x 1", "serializable",
       "n 1 0 commit\nn 2\nv 1 reads-from 1 0 \"x\"\nn 3 1 commit\ne 1 1 3 2 rw \"x\"\ne 2 1 2 1 rw \"x\"\n"
       "e 3 0 1 3 wr \"x\"\nl 1 -1 0 1 2 3 0\na 2 1 0\n3 0 1 2 0",
       "cycle lemma 1: a point of no transaction links different dependencies"},
  };
  for (const Forgery& forgery : forgeries) {
    SCOPED_TRACE(forgery.lines);
    const History history = history_of(forgery.history);
    const std::string text = std::string("p isolde-proof 1 ") + forgery.level + " 0\n" + forgery.lines + "\n";
    const auto proof = read_lemma_proof(history, text, "f");
    ASSERT_TRUE(proof) << proof.error().to_string();
    EXPECT_EQ(verify(history, *proof).reason, forgery.reason);
  }
}

// What cannot be shown of lists, sets and counters is said, and counted.
TEST(ForgedProofs, TrustIsDeclared) {
  const History history = history_of("a: inc x 1; b: r x 1; c: inc y 1");
  const char* lines =
      "p isolde-proof 1 serializable 0\nn 1 0 commit\nn 2 1 commit\nv 1 auxiliary\n"
      "e 1 0 1 2 wr \"x\"\ne 2 1 2 1 rw \"x\"\nl 1 -1 0 1 2 0\na 2 1 0\n3 0 1 2 0\n";
  const auto proof = read_lemma_proof(history, lines, "f");
  ASSERT_TRUE(proof) << proof.error().to_string();
  const LemmaVerdict result = verify(history, *proof);
  EXPECT_TRUE(result) << result.reason;
  EXPECT_EQ(result.trust.clauses, 1U);
  EXPECT_EQ(result.trust.edges, 1U);
}

TEST(LemmaText, SaysWhatIsWrongAndWhere) {
  const History history = history_of("a: w x 1; b: r x 1");
  const auto complaint = [&](const std::string& text) {
    const auto read = read_lemma_proof(history, text, "f");
    return read ? std::string() : read.error().to_string();
  };
  const std::string head = "p isolde-proof 1 serializable 0\n";
  EXPECT_EQ(complaint(head + "a 1 0\n"), "");
  EXPECT_EQ(verify(history, *read_lemma_proof(history, head + "a 1 0\n", "f")).reason,
            "clause 1 is given and empty, which is what was to be proved");
  EXPECT_EQ(complaint("{}"), "f:1: this is no proof: expected 'p isolde-proof 1', a level and a clock skew");
  EXPECT_EQ(complaint(head + "n 1 99 commit"), "f:2: the history has no transaction 99");
  EXPECT_EQ(complaint(head + "a 1 7 0"), "f:2: expected a literal from 0 to 0");
  EXPECT_EQ(complaint(head + "a 1"), "f:2: expected a literal from 0 to 0");
  EXPECT_EQ(complaint(head + "1 0 1 0"), "f:2: expected an earlier clause from 0 to 0");
  EXPECT_EQ(complaint(head + "a 2 0"), "f:2: expected the next number of a clause from 1 to 1");
  EXPECT_EQ(complaint(head + "z"), "f:2: expected a line that begins with n, v, e, a, l, s, c or a number");
}

}  // namespace
}  // namespace isolde
