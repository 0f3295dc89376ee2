// Pruning and splitting against all assignments of small random polygraphs. ISOLDE_HISTORIES sets how many
// polygraphs each test gets; one seed is fixed, ISOLDE_SEED sets a second.
#include "polygraph/prune.hpp"

#include <string>

#include <gtest/gtest.h>

#include "polygraph/components.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/polygraph/random_polygraph.hpp"

namespace isolde {
namespace {

template <class Test>
void for_each_polygraph(Test&& test) {
  for (const std::uint64_t seed : both_seeds()) {
    Random random(seed);
    for (std::uint64_t i = how_many("ISOLDE_HISTORIES", 20'000); i > 0; --i) {
      SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed) + ", " + std::to_string(i) + " to go");
      const Polygraph polygraph = random_polygraph(random);
      test(random, polygraph);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

PruneOptions random_options(Random& random) {
  PruneOptions options;
  const auto kinds = closure_kinds();
  options.closure = random.pick(kinds);
  options.threads = 1 + static_cast<unsigned>(random.below(2));
  return options;
}

bool agrees(const Values& values, const std::vector<PrunedValue>& decisions, Variable variable) {
  return values[variable] == (decisions[variable] == PrunedValue::kTrue);
}

TEST(Prune, KeepsSatisfiabilityAndDecidesWhatEveryModelSays) {
  std::size_t decided_by[4] = {};
  std::size_t refuted = 0;
  std::size_t unsatisfiable = 0;
  std::size_t tried = 0;
  for_each_polygraph([&](Random& random, const Polygraph& polygraph) {
    ++tried;
    const std::vector<Values> models = all_models(polygraph);
    if (models.empty()) ++unsatisfiable;
    const PruneOutcome outcome = prune(polygraph, random_options(random));
    if (std::holds_alternative<PruneRefutation>(outcome)) {
      ++refuted;
      ASSERT_TRUE(models.empty());
      return;
    }
    const auto& pruned = std::get<Pruned>(outcome);
    ASSERT_TRUE(pruned.is_fixpoint);
    bool keeps_a_model = models.empty();
    for (const Values& values : models) {
      bool fits = true;
      for (Variable variable = 0; variable < values.size(); ++variable) {
        const DecidedBy by = pruned.decided_by[variable];
        if (by == DecidedBy::kNothing) continue;
        const bool agreed = agrees(values, pruned.decisions, variable);
        fits = fits && agreed;
        ASSERT_TRUE(agreed || by == DecidedBy::kChoice) << "variable " << variable;
      }
      keeps_a_model = keeps_a_model || fits;
    }
    ASSERT_TRUE(keeps_a_model);
    for (const DecidedBy by : pruned.decided_by) ++decided_by[static_cast<std::size_t>(by)];
  });
  // The samples are of use only if everything happens often.
  EXPECT_GT(refuted, tried / 20);
  EXPECT_GT(unsatisfiable, refuted);
  for (const std::size_t count : decided_by) EXPECT_GT(count, tried / 20);
}

TEST(Prune, TellsTheEdgesThatBecameKnown) {
  for_each_polygraph([&](Random& random, const Polygraph& polygraph) {
    const PruneOutcome outcome = prune(polygraph, random_options(random));
    if (!std::holds_alternative<Pruned>(outcome)) return;
    const auto& pruned = std::get<Pruned>(outcome);
    std::vector<Edge> expected;
    std::size_t open = 0;
    for (Variable variable = 0; variable < polygraph.variable_count(); ++variable) {
      const DecidedBy by = pruned.decided_by[variable];
      if (by == DecidedBy::kNothing) ++open;
      const Literal literal(variable, pruned.decisions[variable] == PrunedValue::kTrue);
      for (const Edge& edge : polygraph.edges(literal)) {
        if (by == DecidedBy::kCycle || by == DecidedBy::kClause) expected.push_back(edge);
        ASSERT_TRUE(by == DecidedBy::kNothing || pruned.closure->reaches(edge.from, edge.to));
      }
    }
    const auto less = [](Edge a, Edge b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); };
    std::vector<Edge> told = pruned.edges;
    std::sort(told.begin(), told.end(), less);
    std::sort(expected.begin(), expected.end(), less);
    ASSERT_EQ(told, expected);
    ASSERT_EQ(pruned.after.variables, open);
    ASSERT_EQ(pruned.before.variables, polygraph.variable_count());
  });
}

TEST(Prune, DoesNotDependOnClosureOrThreads) {
  for_each_polygraph([&](Random& random, const Polygraph& polygraph) {
    const PruneOutcome first = prune(polygraph, {});
    const PruneOutcome second = prune(polygraph, random_options(random));
    ASSERT_EQ(first.index(), second.index());
    if (const auto* pruned = std::get_if<Pruned>(&first)) {
      ASSERT_EQ(pruned->decisions, std::get<Pruned>(second).decisions);
    } else {
      ASSERT_EQ(std::get<PruneRefutation>(first).nodes, std::get<PruneRefutation>(second).nodes);
    }
  });
}

// Replays a refutation from the definitions.
class Replay {
 public:
  explicit Replay(const Polygraph& polygraph)
      : polygraph_(polygraph), edges_(polygraph.known()), is_true_(2 * polygraph.variable_count()) {}

  void expect_proof(const PruneRefutation& refutation) {
    for (const PruneStep& step : refutation.steps) {
      if (step.cycle.empty())
        expect_unit(step);
      else
        expect_cycle(step.cycle, polygraph_.edges(~step.literal));
      is_true_[step.literal.code()] = true;
      const auto added = polygraph_.edges(step.literal);
      edges_.insert(edges_.end(), added.begin(), added.end());
    }
    if (refutation.clause) {
      for (const Literal literal : polygraph_.clause(*refutation.clause))
        ASSERT_TRUE(is_true_[(~literal).code()]);
    } else if (refutation.variable) {
      ASSERT_TRUE(is_true_[Literal(*refutation.variable, true).code()]);
      ASSERT_TRUE(is_true_[Literal(*refutation.variable, false).code()]);
    } else {
      ASSERT_TRUE(refutation.steps.empty());
      expect_cycle(refutation.cycle, {});
    }
  }

 private:
  void expect_unit(const PruneStep& step) {
    bool is_there = false;
    for (const Literal literal : polygraph_.clause(step.clause)) {
      is_there = is_there || literal == step.literal;
      ASSERT_TRUE(literal == step.literal || is_true_[(~literal).code()]);
    }
    ASSERT_TRUE(is_there);
  }

  void expect_cycle(const std::vector<Node>& cycle, std::span<const Edge> assumed) {
    ASSERT_FALSE(cycle.empty());
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const Edge edge{cycle[i], cycle[(i + 1) % cycle.size()]};
      ASSERT_TRUE(std::find(edges_.begin(), edges_.end(), edge) != edges_.end() ||
                  std::find(assumed.begin(), assumed.end(), edge) != assumed.end())
          << edge.from << " to " << edge.to;
    }
  }

  const Polygraph& polygraph_;
  std::vector<Edge> edges_;
  std::vector<bool> is_true_;
};

TEST(Prune, RefutationsAreProofs) {
  std::size_t kinds[3] = {};
  std::size_t longest = 0;
  for_each_polygraph([&](Random& random, const Polygraph& polygraph) {
    const PruneOutcome outcome = prune(polygraph, random_options(random));
    const auto* refutation = std::get_if<PruneRefutation>(&outcome);
    if (refutation == nullptr) return;
    Replay(polygraph).expect_proof(*refutation);
    ++kinds[refutation->clause ? 0 : refutation->variable ? 1 : 2];
    longest = std::max(longest, refutation->steps.size());
    for (const PruneStep& step : refutation->steps)
      for (const Node node : step.cycle)
        ASSERT_TRUE(std::binary_search(refutation->nodes.begin(), refutation->nodes.end(), node));
  });
  for (const std::size_t count : kinds) EXPECT_GT(count, 0U);
  const bool are_few = how_many("ISOLDE_HISTORIES", 20'000) < 1000;
  EXPECT_GT(longest, are_few ? 1U : 3U);
}

TEST(Prune, StopsAtTheDeadlineWithWhatItHas) {
  for_each_polygraph([&](Random&, const Polygraph& polygraph) {
    PruneOptions options;
    options.deadline = Deadline(0.0);
    const PruneOutcome outcome = prune(polygraph, options);
    if (const auto* pruned = std::get_if<Pruned>(&outcome)) {
      ASSERT_EQ(pruned->after.variables, polygraph.variable_count());
      ASSERT_FALSE(pruned->is_fixpoint);
    }
  });
}

// Enough variables that threads share the work: constraints between nodes of a hidden order, most of them in
// reach of the known graph.
Polygraph large_polygraph(std::uint64_t seed) {
  Random random(seed);
  Polygraph polygraph;
  constexpr std::size_t kNodes = 400;
  constexpr std::size_t kLines = 8;
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    polygraph.add_node({});
    polygraph.hints.lines.push_back(node % kLines);
    polygraph.hints.positions.push_back(node / kLines);
    if (node >= kLines) polygraph.add_known({static_cast<Node>(node - kLines), node}, {});
  }
  for (int i = 0; i < 300; ++i) {
    const auto from = static_cast<Node>(random.below(kNodes - 30));
    polygraph.add_known({from, static_cast<Node>(from + 1 + random.below(29))}, {});
  }
  for (int i = 0; i < 6000; ++i) {
    const auto a = static_cast<Node>(random.below(kNodes - 40));
    const auto b = static_cast<Node>(a + 1 + random.below(39));
    const Literal literal(polygraph.add_variable({}), random.chance(0.5));
    polygraph.add_edge(literal, {a, b}, {});
    polygraph.add_edge(literal, {a - static_cast<Node>(random.below(a + 1) % 5), b}, {});
    polygraph.add_edge(~literal, {b, a}, {});
  }
  polygraph.finish();
  return polygraph;
}

TEST(Prune, SharesWorkAmongThreads) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Polygraph polygraph = large_polygraph(seed);
    const PruneOutcome alone = prune(polygraph, {});
    const auto& expected = std::get<Pruned>(alone);
    EXPECT_GT(expected.rounds, 2U);
    EXPECT_GT(expected.after.variables, 0U);
    EXPECT_LT(expected.after.variables, expected.before.variables / 2);
    for (const ClosureKind kind : closure_kinds()) {
      PruneOptions options;
      options.closure = kind;
      options.threads = 4;
      const PruneOutcome together = prune(polygraph, options);
      EXPECT_EQ(expected.decisions, std::get<Pruned>(together).decisions);
      EXPECT_EQ(expected.edges, std::get<Pruned>(together).edges);
      EXPECT_EQ(expected.rounds, std::get<Pruned>(together).rounds);
    }
  }
}

// Whether some values of the component's variables satisfy its clauses without a cycle; the last tried stay
// in `values`.
bool has_model(const Polygraph& polygraph, const Component& component, const std::vector<Edge>& known,
               Values& values) {
  for (std::uint32_t code = 0; code < 1U << component.variables.size(); ++code) {
    std::vector<Edge> edges = known;
    for (std::size_t i = 0; i < component.variables.size(); ++i) {
      const Variable variable = component.variables[i];
      values[variable] = (code >> i & 1U) != 0;
      const auto added = polygraph.edges(Literal(variable, values[variable]));
      edges.insert(edges.end(), added.begin(), added.end());
    }
    const bool clauses_hold =
        std::all_of(component.clauses.begin(), component.clauses.end(), [&](std::uint32_t clause) {
          const auto literals = polygraph.clause(clause);
          return std::any_of(literals.begin(), literals.end(),
                             [&](Literal literal) { return is_true(literal, values); });
        });
    if (clauses_hold && is_acyclic(polygraph.node_count(), edges)) return true;
  }
  return false;
}

TEST(Components, TogetherAreTheWhole) {
  std::size_t several = 0;
  std::size_t free = 0;
  std::size_t unsatisfiable = 0;
  for_each_polygraph([&](Random& random, const Polygraph& polygraph) {
    std::vector<PrunedValue> decisions;
    std::vector<Edge> known = polygraph.known();
    Values values(polygraph.variable_count());
    if (random.chance(0.5)) {
      const PruneOutcome outcome = prune(polygraph, {});
      if (!std::holds_alternative<Pruned>(outcome)) return;
      decisions = std::get<Pruned>(outcome).decisions;
      for (Variable variable = 0; variable < values.size(); ++variable) {
        values[variable] = decisions[variable] == PrunedValue::kTrue;
        if (decisions[variable] == PrunedValue::kOpen) continue;
        const auto added = polygraph.edges(Literal(variable, values[variable]));
        known.insert(known.end(), added.begin(), added.end());
      }
    }
    if (!is_acyclic(polygraph.node_count(), known)) return;
    const Components components = split(polygraph, decisions);
    for (const Variable variable : components.free) values[variable] = random.chance(0.5);
    bool all_have_one = true;
    std::vector<bool> is_placed(values.size());
    for (const Component& component : components.components) {
      all_have_one = has_model(polygraph, component, known, values) && all_have_one;
      for (const Variable variable : component.variables) is_placed[variable] = true;
      for (const Node node : component.nodes)
        ASSERT_EQ(&components.components[components.by_node[node]], &component);
    }
    for (const Variable variable : components.free) is_placed[variable] = true;
    for (Variable variable = 0; variable < values.size(); ++variable)
      ASSERT_EQ(is_placed[variable], decisions.empty() || decisions[variable] == PrunedValue::kOpen);
    ASSERT_EQ(all_have_one, !all_models(polygraph).empty());
    ASSERT_EQ(is_model(polygraph, values), all_have_one);
    several += components.components.size() > 1 ? 1 : 0;
    free += components.free.size();
    unsatisfiable += all_have_one ? 0 : 1;
  });
  EXPECT_GT(several, 10U);
  EXPECT_GT(free, 10U);
  EXPECT_GT(unsatisfiable, 10U);
}

}  // namespace
}  // namespace isolde
