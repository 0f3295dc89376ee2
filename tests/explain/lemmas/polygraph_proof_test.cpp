// Refutations of random polygraphs, by pruning and by the solver, as proofs that their checker accepts.
#include <vector>

#include <gtest/gtest.h>

#include "certify/lemmas/lemma_check.hpp"
#include "explain/lemmas/lemma_builder.hpp"
#include "explain/lemmas/prove_by_lemmas.hpp"
#include "solver/cdcl/cdcl.hpp"
#include "solver/cdcl/refutation_trace.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/polygraph/all_pairs.hpp"
#include "tests/solver/cdcl/random_polygraph.hpp"

namespace isolde {
namespace {

// What the solver refutes without pruning; nothing if there is a model.
std::optional<LemmaProof> prove_by_solver(const Polygraph& polygraph) {
  RefutationTrace trace;
  CdclOptions options;
  options.trace = &trace;
  if (std::holds_alternative<Model>(solve_cdcl(polygraph, options, {}))) return std::nullopt;
  return lemma_proof_of(polygraph, trace);
}

TEST(PolygraphProofs, WhatHasNoModelIsProved) {
  std::size_t refuted = 0;
  std::size_t derived = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    const std::uint64_t count = how_many("ISOLDE_HISTORIES", 3000);
    for (std::uint64_t i = 0; i < count && !HasFailure(); ++i) {
      const Polygraph polygraph = random_polygraph(random, 8, 8);
      const auto by_all = prove_by_lemmas(polygraph, Level::kSerializable, 0, {});
      const auto by_solver = prove_by_solver(polygraph);
      const bool expected = !has_model(polygraph);
      ASSERT_EQ(std::holds_alternative<LemmaProof>(by_all), expected);
      ASSERT_EQ(by_solver.has_value(), expected);
      if (!expected) continue;
      ++refuted;
      const VerifyResult all = verify(std::get<LemmaProof>(by_all));
      ASSERT_TRUE(all) << all.reason;
      const VerifyResult solver = verify(*by_solver);
      ASSERT_TRUE(solver) << solver.reason;
      if (by_solver->clause_count() > 3) ++derived;
    }
  }
  EXPECT_GT(refuted, 100U);
  EXPECT_GT(derived, 100U);
}

// All orders of some nodes, none of which may come first: takes learning.
TEST(PolygraphProofs, LearntClausesAreProved) {
  const auto proof = prove_by_solver(all_pairs(7, 7));
  ASSERT_TRUE(proof);
  const VerifyResult result = verify(*proof);
  EXPECT_TRUE(result) << result.reason;
  EXPECT_GT(proof->clause_count(), 50U);
}

// What has a model cannot be refuted.
TEST(PolygraphProofs, WhatHasAModelIsNot) {
  Polygraph polygraph;
  polygraph.add_node({TxnId(0), EventKind::kCommit});
  polygraph.add_node({TxnId(1), EventKind::kCommit});
  polygraph.add_known({0, 1}, {});
  polygraph.finish();
  const auto outcome = prove_by_lemmas(polygraph, Level::kSerializable, 0, {});
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome));
  EXPECT_EQ(std::get<Unknown>(outcome).reason, "the polygraph has a model");
}

}  // namespace
}  // namespace isolde
