// Cobra's formulation has a model whenever the original has one, and its models are models of the original.
#include "polygraph/formulation.hpp"

#include <gtest/gtest.h>

#include "solver/cdcl/cdcl.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/solver/cdcl/random_polygraph.hpp"

namespace isolde {
namespace {

TEST(Formulation, CobrasMeansTheSame) {
  std::size_t with_model = 0;
  std::size_t without = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < how_many("ISOLDE_HISTORIES", 1000); ++i) {
      SCOPED_TRACE("polygraph " + std::to_string(i));
      const Polygraph polygraph = random_polygraph(random, 8, 8);
      const Polygraph cobra = edge_per_variable(polygraph);
      for (Variable v = 0; v < polygraph.variable_count(); ++v)
        for (const bool sign : {true, false}) ASSERT_TRUE(cobra.edges(Literal(v, sign)).empty());
      for (auto v = static_cast<Variable>(polygraph.variable_count()); v < cobra.variable_count(); ++v)
        ASSERT_EQ(cobra.edges(Literal(v, true)).size(), 1U);
      const PolygraphOutcome outcome = solve_cdcl(cobra, {}, {});
      const auto* model = std::get_if<Model>(&outcome);
      ASSERT_EQ(model != nullptr, has_model(polygraph));
      ++(model != nullptr ? with_model : without);
      if (model == nullptr) continue;
      std::uint64_t values = 0;
      for (Variable v = 0; v < polygraph.variable_count(); ++v)
        values |= std::uint64_t{model->values[v]} << v;
      ASSERT_TRUE(satisfies(clauses_of(polygraph), values));
      ASSERT_FALSE(
          has_cycle(polygraph.node_count(), edges_under(polygraph, values, [](Edge) { return true; })));
    }
  }
  EXPECT_GT(with_model, 100U);
  EXPECT_GT(without, 100U);
}

}  // namespace
}  // namespace isolde
