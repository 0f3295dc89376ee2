// What a good order shows at once, in both formulations.
#include "solver/cdcl/first_model.hpp"

#include <gtest/gtest.h>

#include "polygraph/formulation.hpp"
#include "solver/cdcl/cdcl.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/polygraph/all_pairs.hpp"
#include "tests/solver/cdcl/is_model.hpp"
#include "tests/solver/cdcl/random_polygraph.hpp"

namespace isolde {
namespace {

// The order of all pairs is true against their numbers: nodes by number are the model.
TEST(FirstModel, AnOrderIsEnoughInBothFormulations) {
  const Polygraph simplified = all_pairs(20, 0);
  for (const Polygraph& polygraph : {simplified, edge_per_variable(simplified)}) {
    const auto outcome = decide_by_order(polygraph, {});
    ASSERT_TRUE(outcome && std::holds_alternative<Model>(*outcome));
    EXPECT_TRUE(is_model(polygraph, std::get<Model>(*outcome)));
  }
}

TEST(FirstModel, WhatItSaysIsTrueInCobrasFormulation) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (int i = 0; i < 2000; ++i) {
      const Polygraph original = random_polygraph(random, 7, 7);
      const Polygraph polygraph = edge_per_variable(original);
      const auto outcome = decide_by_order(polygraph, {});
      if (outcome && std::holds_alternative<Model>(*outcome)) {
        ASSERT_TRUE(is_model(polygraph, std::get<Model>(*outcome)));
      }
      const PolygraphOutcome decided = solve_cdcl(polygraph, {}, {});
      ASSERT_EQ(std::holds_alternative<Model>(decided), has_model(original));
    }
  }
}

}  // namespace
}  // namespace isolde
