#include "solver/cdcl/sat/sat.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "solver/cdcl/sat/clause_proof.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/solver/cdcl/brute_force.hpp"

namespace isolde {
namespace {

std::uint64_t model_of(const SatSolver& solver) {
  std::uint64_t values = 0;
  for (Variable v = 0; v < solver.variable_count(); ++v) values |= std::uint64_t{solver.value(v)} << v;
  return values;
}

std::uint64_t histories(std::uint64_t otherwise) { return how_many("ISOLDE_HISTORIES", otherwise); }

void for_each_round(std::uint64_t rounds, const std::function<void(Random&)>& test) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      test(random);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Sat, NoClausesHaveAModel) {
  SatSolver solver;
  EXPECT_EQ(solver.solve(), SatAnswer::kSatisfiable);
  const Variable v = solver.add_variable(true);
  EXPECT_EQ(solver.solve(), SatAnswer::kSatisfiable);
  EXPECT_TRUE(solver.value(v));
  solver.set_phase(v, false);
  EXPECT_EQ(solver.solve(), SatAnswer::kSatisfiable);
  EXPECT_FALSE(solver.value(v));
}

TEST(Sat, TheEmptyClauseHasNone) {
  SatSolver solver;
  EXPECT_FALSE(solver.add_clause({}));
  EXPECT_EQ(solver.solve(), SatAnswer::kUnsatisfiable);
}

TEST(Sat, RandomClausesAgainstBruteForce) {
  std::size_t satisfiable = 0;
  std::size_t total = 0;
  for_each_round(histories(4000), [&](Random& random) {
    const std::size_t variables = 1 + random.below(12);
    Clauses clauses(random.below(1 + 5 * variables));
    for (auto& clause : clauses) clause = random_clause(random, variables, 4);
    SatSolver solver;
    for (std::size_t v = 0; v < variables; ++v) solver.add_variable(random.chance(0.5));
    bool may_have_model = true;
    for (const auto& clause : clauses) may_have_model = solver.add_clause(clause);
    const bool expected = has_model(variables, clauses);
    EXPECT_TRUE(may_have_model || !expected);
    const SatAnswer answer = solver.solve();
    ASSERT_EQ(answer, expected ? SatAnswer::kSatisfiable : SatAnswer::kUnsatisfiable);
    EXPECT_TRUE(!expected || satisfies(clauses, model_of(solver)));
    satisfiable += expected ? 1 : 0;
    ++total;
  });
  if (histories(4000) >= 1000) {
    EXPECT_GT(satisfiable, total / 10);
    EXPECT_LT(satisfiable, total * 9 / 10);
  }
}

// Variables and clauses come in several steps, with a question after each.
TEST(Sat, IncrementalUseAgainstBruteForce) {
  for_each_round(histories(1000), [](Random& random) {
    SatSolver solver;
    Clauses clauses;
    std::size_t variables = 0;
    for (int step = 0; step < 8; ++step) {
      for (std::uint64_t i = random.below(3) + (variables == 0 ? 1 : 0); i > 0; --i, ++variables)
        solver.add_variable(random.chance(0.5));
      for (std::uint64_t i = random.below(1 + variables); i > 0; --i) {
        clauses.push_back(random_clause(random, variables, 4));
        solver.add_clause(clauses.back());
      }
      const bool expected = has_model(variables, clauses);
      ASSERT_EQ(solver.solve(), expected ? SatAnswer::kSatisfiable : SatAnswer::kUnsatisfiable);
      ASSERT_TRUE(!expected || satisfies(clauses, model_of(solver)));
    }
  });
}

// Blocking each model in turn must visit each exactly once.
TEST(Sat, EnumeratesAllModels) {
  for_each_round(100, [](Random& random) {
    const std::size_t variables = 1 + random.below(7);
    Clauses clauses(random.below(2 * variables));
    for (auto& clause : clauses) clause = random_clause(random, variables, 3);
    std::size_t expected = 0;
    for (std::uint64_t values = 0; values < (1U << variables); ++values)
      expected += satisfies(clauses, values) ? 1 : 0;
    SatSolver solver;
    for (std::size_t v = 0; v < variables; ++v) solver.add_variable(false);
    for (const auto& clause : clauses) solver.add_clause(clause);
    std::size_t found = 0;
    while (solver.solve() == SatAnswer::kSatisfiable && ++found <= expected) {
      std::vector<Literal> block;
      for (Variable v = 0; v < variables; ++v) block.emplace_back(v, !solver.value(v));
      solver.add_clause(block);
    }
    ASSERT_EQ(found, expected);
  });
}

// What the proof names as used has no model by itself.
TEST(Sat, ProofsNameClausesWithoutModel) {
  std::size_t smaller = 0;
  for_each_round(histories(2000), [&](Random& random) {
    const std::size_t variables = 2 + random.below(9);
    Clauses clauses(4 * variables + random.below(4 * variables));
    for (auto& clause : clauses) clause = random_clause(random, variables, 4);
    ClauseProof proof(std::size_t{1} << 20);
    SatSolver solver(nullptr, &proof);
    for (std::size_t v = 0; v < variables; ++v) solver.add_variable(random.chance(0.5));
    for (const auto& clause : clauses) solver.add_clause(clause);
    if (solver.solve() != SatAnswer::kUnsatisfiable) return;
    ASSERT_TRUE(proof.is_complete());
    Clauses used;
    proof.visit_used([&](ClauseProof::Kind kind, std::span<const Literal> clause) {
      EXPECT_EQ(kind, ClauseProof::Kind::kInput);
      used.emplace_back(clause.begin(), clause.end());
    });
    ASSERT_FALSE(has_model(variables, used));
    smaller += used.size() < clauses.size() / 2 ? 1 : 0;
  });
  EXPECT_GT(smaller, 0U);
}

TEST(Sat, AProofBeyondItsBudgetIsIncomplete) {
  ClauseProof proof(10);
  SatSolver solver(nullptr, &proof);
  const Literal v(solver.add_variable(true), true);
  solver.add_clause(std::vector{v});
  solver.add_clause(std::vector{~v});
  EXPECT_EQ(solver.solve(), SatAnswer::kUnsatisfiable);
  EXPECT_FALSE(proof.is_complete());
}

// n + 1 pigeons, n holes.
void add_pigeons(SatSolver& solver, std::size_t holes) {
  const auto in = [&](std::size_t pigeon, std::size_t hole) {
    return Literal(static_cast<Variable>(pigeon * holes + hole), true);
  };
  for (std::size_t v = 0; v < (holes + 1) * holes; ++v) solver.add_variable(true);
  for (std::size_t pigeon = 0; pigeon <= holes; ++pigeon) {
    std::vector<Literal> somewhere;
    for (std::size_t hole = 0; hole < holes; ++hole) somewhere.push_back(in(pigeon, hole));
    solver.add_clause(somewhere);
  }
  for (std::size_t hole = 0; hole < holes; ++hole)
    for (std::size_t one = 0; one <= holes; ++one)
      for (std::size_t other = 0; other < one; ++other)
        solver.add_clause(std::vector{~in(one, hole), ~in(other, hole)});
}

TEST(Sat, PigeonsDoNotFit) {
  SatSolver solver;
  add_pigeons(solver, 7);
  EXPECT_EQ(solver.solve(), SatAnswer::kUnsatisfiable);
  EXPECT_GT(solver.statistics().conflicts, 100U);
}

TEST(Sat, StopsWhenAskedAndCanGoOn) {
  SatSolver solver;
  add_pigeons(solver, 6);
  EXPECT_EQ(solver.solve([&] { return solver.statistics().conflicts >= 10; }), SatAnswer::kStopped);
  EXPECT_EQ(solver.statistics().conflicts, 10U);
  EXPECT_EQ(solver.solve(), SatAnswer::kUnsatisfiable);
}

// Hard enough for restarts and reductions; a hidden model makes sure of the answer.
TEST(Sat, RandomThreeClausesWithAHiddenModel) {
  for_each_round(20, [](Random& random) {
    constexpr std::size_t kVariables = 150;
    std::vector<bool> hidden(kVariables);
    for (std::size_t v = 0; v < kVariables; ++v) hidden[v] = random.chance(0.5);
    SatSolver solver;
    Clauses clauses;
    for (std::size_t v = 0; v < kVariables; ++v) solver.add_variable(false);
    while (clauses.size() < kVariables * 42 / 10) {
      std::vector<Literal> clause;
      bool is_satisfied = false;
      for (int i = 0; i < 3; ++i) {
        clause.push_back(random_literal(random, kVariables));
        is_satisfied |= hidden[clause.back().variable()] == clause.back().is_positive();
      }
      if (!is_satisfied) continue;
      solver.add_clause(clause);
      clauses.push_back(clause);
    }
    ASSERT_EQ(solver.solve(), SatAnswer::kSatisfiable);
    for (const auto& clause : clauses)
      EXPECT_TRUE(std::ranges::any_of(
          clause, [&](Literal l) { return solver.value(l.variable()) == l.is_positive(); }));
  });
}

}  // namespace
}  // namespace isolde
