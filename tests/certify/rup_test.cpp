// The checker of derived clauses, against truth tables.
#include "certify/lemmas/rup.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace isolde {
namespace {

using Clause = std::vector<std::int32_t>;

bool add(RupChecker& checker, const Clause& clause, const std::vector<std::uint32_t>& hints) {
  return checker.add_derived(clause, hints);
}

TEST(Rup, FollowsHints) {
  RupChecker checker(3);
  checker.add_axiom(Clause{1, 2});
  checker.add_axiom(Clause{-1, 2});
  checker.add_axiom(Clause{-2, 3});
  EXPECT_TRUE(add(checker, {2}, {0, 1}));
  EXPECT_TRUE(add(checker, {3}, {3, 2}));
  EXPECT_EQ(checker.clause_count(), 5U);
  EXPECT_FALSE(checker.has_empty_clause());
  checker.add_axiom(Clause{-3});
  EXPECT_TRUE(add(checker, {}, {5, 4}));
  EXPECT_TRUE(checker.has_empty_clause());
}

TEST(Rup, RefusesWhatHintsDoNotShow) {
  RupChecker checker(3);
  checker.add_axiom(Clause{1, 2});
  checker.add_axiom(Clause{-1, 2});
  EXPECT_FALSE(add(checker, {2}, {}));
  EXPECT_FALSE(add(checker, {2}, {0}));     // forces a literal, and that is all
  EXPECT_FALSE(add(checker, {3}, {0, 1}));  // neither unit nor false
  EXPECT_FALSE(add(checker, {2}, {0, 7}));  // there is no such clause
  EXPECT_FALSE(add(checker, {}, {0, 1}));
  EXPECT_EQ(checker.clause_count(), 2U);
  EXPECT_TRUE(add(checker, {2}, {0, 1}));  // nothing was left behind by those
}

TEST(Rup, KnowsTautologiesAndRepetitions) {
  RupChecker checker(2);
  EXPECT_TRUE(add(checker, {1, -1}, {}));
  checker.add_axiom(Clause{2, 2});
  EXPECT_TRUE(add(checker, {2, 2, 2}, {1}));
  EXPECT_FALSE(add(checker, {1}, {0}));
}

bool holds(const Clause& clause, std::uint64_t values) {
  return std::ranges::any_of(clause, [&](std::int32_t literal) {
    return ((values >> (std::abs(literal) - 1)) & 1U) == (literal > 0 ? 1U : 0U);
  });
}

TEST(Rup, WhatItAcceptsFollows) {
  constexpr std::uint64_t kVariables = 5;
  Random random(3);
  std::size_t accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto random_clause = [&](std::uint64_t most) {
      Clause clause;
      for (std::uint64_t size = random.below(most + 1); size-- > 0;) {
        const auto variable = static_cast<std::int32_t>(1 + random.below(kVariables));
        clause.push_back(random.chance(0.5) ? variable : -variable);
      }
      return clause;
    };
    RupChecker checker(kVariables);
    std::vector<Clause> axioms;
    for (int i = 0; i < 6; ++i) {
      axioms.push_back(random_clause(3));
      checker.add_axiom(axioms.back());
    }
    const Clause derived = random_clause(3);
    std::vector<std::uint32_t> hints{0, 1, 2, 3, 4, 5};
    random.shuffle(hints);
    hints.resize(random.below(7));
    if (!checker.add_derived(derived, hints)) continue;
    ++accepted;
    for (std::uint64_t values = 0; values < 1U << kVariables; ++values)
      if (std::ranges::all_of(axioms, [&](const Clause& axiom) { return holds(axiom, values); })) {
        ASSERT_TRUE(holds(derived, values));
      }
  }
  EXPECT_GT(accepted, 1000U);
}

}  // namespace
}  // namespace isolde
