// Every backend and encoding against brute force, on small random polygraphs; and what they do at limits.
#include "solver/backends/backends.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/polygraph/all_pairs.hpp"
#include "tests/solver/cdcl/is_model.hpp"
#include "tests/solver/cdcl/random_polygraph.hpp"

namespace isolde {
namespace {

struct BackendEncoding {
  Solver solver;
  AcyclicityEncoding encoding;
  std::string name;
};
void PrintTo(const BackendEncoding& contestant, std::ostream* out) { *out << contestant.name; }

std::vector<BackendEncoding> contestants() {
  std::vector<BackendEncoding> all;
  for (const PolygraphSolverInfo& row : polygraph_solvers()) {
    std::string name(row.name);
    std::ranges::replace(name, '-', '_');
    all.push_back({row.solver, AcyclicityEncoding::kLazy, name});
    if (row.has_encodings) all.push_back({row.solver, AcyclicityEncoding::kEager, name + "_eager"});
  }
  return all;
}

class Backends : public testing::TestWithParam<BackendEncoding> {
 protected:
  void SetUp() override {
    for (const PolygraphSolverInfo& row : polygraph_solvers())
      if (row.solver == GetParam().solver && !row.is_available) GTEST_SKIP() << row.reason;
  }
  [[nodiscard]] static PolygraphOutcome run(const Polygraph& polygraph, const Limits& limits = {}) {
    SolverOptions options;
    options.solver = GetParam().solver;
    options.encoding = GetParam().encoding;
    return solve_with(polygraph, options, limits);
  }
  // A process per polygraph, or a context of Z3, is slow.
  [[nodiscard]] static std::uint64_t rounds() {
    switch (GetParam().solver) {
      case Solver::kClasp:
        return number_from_environment("ISOLDE_BACKEND_HISTORIES", 40);
      case Solver::kZ3:
      case Solver::kZ3Idl:
        return number_from_environment("ISOLDE_BACKEND_HISTORIES", 40);
      default:
        return number_from_environment("ISOLDE_BACKEND_HISTORIES", 400);
    }
  }
};

TEST_P(Backends, RandomPolygraphsAgainstBruteForce) {
  std::size_t with_model = 0;
  std::size_t without = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < rounds(); ++i) {
      SCOPED_TRACE("polygraph " + std::to_string(i));
      const Polygraph polygraph = random_polygraph(random, 9, 9);
      const bool expected = has_model(polygraph);
      const PolygraphOutcome outcome = run(polygraph);
      if (expected) {
        ASSERT_TRUE(std::holds_alternative<Model>(outcome));
        ASSERT_TRUE(is_model(polygraph, std::get<Model>(outcome)));
      } else {
        ASSERT_TRUE(std::holds_alternative<Refutation>(outcome));
      }
      (expected ? with_model : without) += 1;
    }
  }
  EXPECT_GT(with_model, rounds() / 10);
  EXPECT_GT(without, rounds() / 10);
}

// Dense: the eager encoding comes to its numbers here.
TEST_P(Backends, AllPairs) {
  const Polygraph free = all_pairs(40, 0);
  const PolygraphOutcome outcome = run(free);
  ASSERT_TRUE(std::holds_alternative<Model>(outcome));
  EXPECT_TRUE(is_model(free, std::get<Model>(outcome)));
  EXPECT_TRUE(std::holds_alternative<Refutation>(run(all_pairs(7, 6))));
}

TEST_P(Backends, ATimeLimitGivesUnknown) {
  Limits limits;
  limits.seconds = 0.0;
  const PolygraphOutcome outcome = run(all_pairs(60, 60), limits);
  ASSERT_TRUE(std::holds_alternative<Unknown>(outcome));
  EXPECT_EQ(std::get<Unknown>(outcome).reason, "the time limit of 0 s was reached");
  limits.seconds = 0.3;
  const Stopwatch watch;
  EXPECT_FALSE(std::holds_alternative<Model>(run(all_pairs(250, 250), limits)));
  EXPECT_LT(watch.seconds(), 10);
}

TEST_P(Backends, TrivialPolygraphs) {
  Polygraph empty;
  empty.finish();
  EXPECT_TRUE(std::holds_alternative<Model>(run(empty)));
  Polygraph contradictory;
  contradictory.add_clause({});
  contradictory.finish();
  EXPECT_TRUE(std::holds_alternative<Refutation>(run(contradictory)));
  Polygraph cyclic;
  for (int i = 0; i < 3; ++i) cyclic.add_node({});
  for (const Edge edge : {Edge{0, 1}, Edge{1, 2}, Edge{2, 1}}) cyclic.add_known(edge, {});
  cyclic.finish();
  EXPECT_EQ(std::get<Refutation>(run(cyclic)).nodes, (std::vector<Node>{1, 2}));
}

INSTANTIATE_TEST_SUITE_P(All, Backends, testing::ValuesIn(contestants()),
                         [](const auto& one) { return one.param.name; });

TEST(BackendTable, NamesAreFoundAndAbsenceIsExplained) {
  for (const PolygraphSolverInfo& row : polygraph_solvers()) {
    EXPECT_EQ(polygraph_solver_named(row.name), row.solver);
    EXPECT_EQ(row.is_available, row.reason.empty());
  }
  EXPECT_EQ(polygraph_solver_named("search"), std::nullopt);
  EXPECT_EQ(polygraph_solver_named("nobody"), std::nullopt);
}

}  // namespace
}  // namespace isolde
