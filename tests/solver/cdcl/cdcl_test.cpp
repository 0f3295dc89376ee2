#include "solver/cdcl/cdcl.hpp"

#include <string>

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/polygraph/all_pairs.hpp"
#include "tests/solver/cdcl/is_model.hpp"
#include "tests/solver/cdcl/random_polygraph.hpp"

namespace isolde {
namespace {

// Each switched off alone, and all of them.
std::vector<std::string> heuristic_names() {
  std::vector<std::string> names;
  for (const HeuristicSwitch& each : kHeuristicSwitches) names.push_back("no-" + std::string(each.name));
  names.emplace_back("none");
  return names;
}

std::vector<CdclOptions> all_options() {
  std::vector<CdclOptions> all{{}, {std::nullopt, 7, 2}, {std::nullopt, 0, 1, nullptr, 0}};
  for (const ClosureKind kind : closure_kinds()) all.push_back({kind, 0, 1});
  for (const std::string& name : heuristic_names()) {
    all.emplace_back();
    all.back().heuristics = *heuristics_named(name);
  }
  all.push_back(all.back());
  all.back().closure = ClosureKind::kWindow;
  return all;
}

// What is left with the nodes alone: edges between them, variables about their transactions, clauses of these
// variables. It must still have no model.
bool refutes(const Polygraph& polygraph, const Refutation& refutation) {
  std::vector<bool> is_in(polygraph.node_count());
  for (const Node node : refutation.nodes) is_in[node] = true;
  const auto is_about = [&](TxnId txn) {
    if (!txn.is_valid()) return true;
    for (const Node node : refutation.nodes)
      if (polygraph.meaning(node).txn == txn) return true;
    return false;
  };
  const auto is_kept = [&](Literal literal) {
    const Meaning& meaning = polygraph.meaning_of(literal.variable());
    return is_about(meaning.first) && is_about(meaning.second);
  };
  Clauses clauses;
  for (const auto& clause : clauses_of(polygraph))
    if (std::ranges::all_of(clause, is_kept)) clauses.push_back(clause);
  Polygraph rest;
  for (Node node = 0; node < polygraph.node_count(); ++node) rest.add_node({});
  const auto is_inside = [&](Edge edge) { return is_in[edge.from] && is_in[edge.to]; };
  for (const Edge edge : polygraph.known())
    if (is_inside(edge)) rest.add_known(edge, {});
  for (Variable v = 0; v < polygraph.variable_count(); ++v) {
    rest.add_variable({});
    for (const bool sign : {true, false})
      for (const Edge edge : polygraph.edges(Literal(v, sign)))
        if (is_kept(Literal(v, sign)) && is_inside(edge)) rest.add_edge(Literal(v, sign), edge, {});
  }
  for (const auto& clause : clauses) rest.add_clause(clause);
  rest.finish();
  return !has_model(rest);
}

std::vector<Node> shuffled_nodes(Random& random, const Polygraph& polygraph) {
  std::vector<Node> nodes(polygraph.node_count());
  std::iota(nodes.begin(), nodes.end(), Node{0});
  random.shuffle(nodes);
  return nodes;
}

TEST(Cdcl, RandomPolygraphsAgainstBruteForce) {
  const std::uint64_t rounds = how_many("ISOLDE_HISTORIES", 4000);
  std::size_t with_model = 0;
  std::size_t without = 0;
  std::size_t smaller = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      SCOPED_TRACE("polygraph " + std::to_string(i));
      const Polygraph polygraph = random_polygraph(random, 9, 9);
      const bool expected = has_model(polygraph);
      const std::vector<Node> guess =
          random.chance(0.5) ? shuffled_nodes(random, polygraph) : std::vector<Node>{};
      for (const CdclOptions& options : all_options()) {
        const PolygraphOutcome outcome = solve_cdcl(polygraph, options, {}, guess);
        if (expected) {
          ASSERT_TRUE(std::holds_alternative<Model>(outcome));
          ASSERT_TRUE(is_model(polygraph, std::get<Model>(outcome)));
        } else {
          ASSERT_TRUE(std::holds_alternative<Refutation>(outcome));
          ASSERT_TRUE(refutes(polygraph, std::get<Refutation>(outcome)));
          smaller += std::get<Refutation>(outcome).nodes.size() < polygraph.node_count() ? 1 : 0;
        }
      }
      (expected ? with_model : without) += 1;
    }
  }
  EXPECT_GT(with_model, rounds / 10);
  EXPECT_GT(without, rounds / 10);
  EXPECT_GT(smaller, without);
}

// Keys with writers and readers along a hidden serial order; the order of the writers of a key is to be
// found.
Polygraph from_hidden_order(Random& random, std::size_t nodes, std::size_t keys, std::size_t variables,
                            double known) {
  Polygraph polygraph;
  std::vector<Node> names(nodes);  // by place in the hidden order
  std::iota(names.begin(), names.end(), Node{0});
  random.shuffle(names);
  for (std::size_t i = 0; i < nodes; ++i) polygraph.add_node({TxnId(i), EventKind::kCommit});
  struct Version {
    std::size_t writer;
    std::vector<std::size_t> readers;
  };
  std::vector<std::vector<Version>> versions(keys);
  for (std::size_t place = 0; place < nodes; ++place) {
    for (int i = 0; i < 4; ++i) {
      auto& key = random.pick(versions);
      if (random.chance(0.5) || key.empty())
        key.push_back({place, {}});
      else if (key.back().writer != place)
        key.back().readers.push_back(place);
    }
  }
  for (const auto& key : versions)
    for (const Version& version : key)
      for (const std::size_t reader : version.readers)
        polygraph.add_known({names[version.writer], names[reader]}, {});
  for (std::size_t i = 1; i < nodes; ++i)
    if (random.chance(known)) polygraph.add_known({names[i - 1], names[i]}, {});
  const auto add_edges = [&](Literal literal, const Version& first, const Version& second) {
    polygraph.add_edge(literal, {names[first.writer], names[second.writer]}, {});
    for (const std::size_t reader : first.readers)
      if (reader != second.writer) polygraph.add_edge(literal, {names[reader], names[second.writer]}, {});
  };
  while (polygraph.variable_count() < variables) {
    const auto& key = random.pick(versions);
    if (key.size() < 2) continue;
    const std::size_t i = random.below(key.size());
    const std::size_t j = random.below(key.size());
    if (key[i].writer == key[j].writer) continue;
    const Variable v = polygraph.add_variable({});
    add_edges(Literal(v, true), key[i], key[j]);
    add_edges(Literal(v, false), key[j], key[i]);
  }
  polygraph.finish();
  return polygraph;
}

TEST(Cdcl, FindsAHiddenOrderFast) {
  for (const double known : {0.0, 0.3, 0.9}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      Random random(seed);
      const Polygraph polygraph = from_hidden_order(random, 2000, 200, 5000, known);
      const Stopwatch watch;
      const PolygraphOutcome outcome = solve_cdcl(polygraph, {}, {});
      ASSERT_TRUE(std::holds_alternative<Model>(outcome));
      EXPECT_TRUE(is_model(polygraph, std::get<Model>(outcome)));
      EXPECT_LT(watch.seconds(), 1.0);
    }
  }
}

// Without a hint where to begin: few conflicts once everything is inferred, very many before.
TEST(Cdcl, FindsAHiddenOrderThatNothingTells) {
  Random random(5);
  const Polygraph polygraph = from_hidden_order(random, 3000, 1000, 20'000, 0);
  CdclOptions options;
  Limits limits;
  limits.seconds = 60;
  for (const std::uint64_t patience : {std::uint64_t{0}, options.patience}) {
    options.patience = patience;
    SolverStatistics statistics;
    const PolygraphOutcome outcome = solve_cdcl(polygraph, options, limits, {}, &statistics);
    ASSERT_TRUE(std::holds_alternative<Model>(outcome));
    EXPECT_TRUE(is_model(polygraph, std::get<Model>(outcome)));
    EXPECT_LT(statistics.conflicts, patience + 100);
  }
}

TEST(Cdcl, AHiddenOrderAsGuessNeedsNoConflict) {
  Random random(5);
  const Polygraph polygraph = from_hidden_order(random, 2000, 200, 5000, 0);
  const PolygraphOutcome first = solve_cdcl(polygraph, {}, {});
  ASSERT_TRUE(std::holds_alternative<Model>(first));
  SolverStatistics statistics;
  const PolygraphOutcome again = solve_cdcl(polygraph, {}, {}, std::get<Model>(first).order, &statistics);
  ASSERT_TRUE(std::holds_alternative<Model>(again));
  EXPECT_EQ(statistics.conflicts, 0U);
  EXPECT_EQ(std::get<Model>(again).order, std::get<Model>(first).order);
}

// n + 1 nodes want n places each, no place twice: the places are steps of one line, and "node a is before
// step s" is an edge or its reverse. Counting is all that refutes it.
Polygraph pigeons(std::size_t holes) {
  Polygraph polygraph;
  std::vector<Node> steps;
  for (std::size_t i = 0; i <= holes; ++i) steps.push_back(polygraph.add_node({}));
  for (std::size_t i = 0; i < holes; ++i) polygraph.add_known({steps[i], steps[i + 1]}, {});
  // in[p][h]: pigeon p stands between steps h and h + 1.
  std::vector<std::vector<Literal>> in(holes + 1);
  for (auto& places : in) {
    const Node pigeon = polygraph.add_node({TxnId(polygraph.node_count()), EventKind::kCommit});
    for (std::size_t hole = 0; hole < holes; ++hole) {
      places.emplace_back(polygraph.add_variable({}), true);
      polygraph.add_edge(places.back(), {steps[hole], pigeon}, {});
      polygraph.add_edge(places.back(), {pigeon, steps[hole + 1]}, {});
    }
    polygraph.add_clause(places);
  }
  for (std::size_t hole = 0; hole < holes; ++hole)
    for (std::size_t one = 0; one <= holes; ++one)
      for (std::size_t other = 0; other < one; ++other)
        polygraph.add_clause(std::vector{~in[one][hole], ~in[other][hole]});
  polygraph.finish();
  return polygraph;
}

TEST(Cdcl, RefutesPigeons) {
  for (const CdclOptions& options : all_options()) {
    const PolygraphOutcome outcome = solve_cdcl(pigeons(6), options, {});
    ASSERT_TRUE(std::holds_alternative<Refutation>(outcome));
  }
}

TEST(Cdcl, RefutesAnOrderWithoutFirst) {
  for (const CdclOptions& options : all_options()) {
    const PolygraphOutcome outcome = solve_cdcl(all_pairs(9, 9), options, {});
    ASSERT_TRUE(std::holds_alternative<Refutation>(outcome));
    EXPECT_EQ(std::get<Refutation>(outcome).nodes.size(), 9U);
  }
}

// Each switch changes what is done: for a model that an order shows, for one that has to be searched, and
// for a refutation that takes long.
TEST(Cdcl, HeuristicsMatterButNotToTheAnswer) {
  Random random(1);
  const Polygraph searched = from_hidden_order(random, 300, 20, 1500, 0.3);
  const Polygraph refuted = all_pairs(40, 40);
  const auto work_of = [&](const Heuristics& heuristics) {
    CdclOptions options;
    options.patience = UINT64_MAX;
    options.heuristics = heuristics;
    Limits limits;
    limits.steps = 3000;
    std::vector<std::uint64_t> work;
    const auto solve = [&](const Polygraph& polygraph, std::span<const Node> guess) {
      SolverStatistics statistics;
      PolygraphOutcome outcome = solve_cdcl(polygraph, options, limits, guess, &statistics);
      work.insert(work.end(), {statistics.decisions, statistics.conflicts, statistics.propagations,
                               statistics.theory_conflicts, statistics.restarts});
      return outcome;
    };
    const PolygraphOutcome model = solve(searched, {});
    EXPECT_TRUE(std::holds_alternative<Model>(model)) << name_of(heuristics);
    if (const auto* found = std::get_if<Model>(&model)) {
      EXPECT_TRUE(is_model(searched, *found));
      EXPECT_TRUE(std::holds_alternative<Model>(solve(searched, found->order)));
    }
    EXPECT_FALSE(std::holds_alternative<Model>(solve(refuted, {})));
    return work;
  };
  const auto work_with = [&](const std::string& name) { return work_of(*heuristics_named(name)); };
  const std::vector<std::uint64_t> usual = work_with("all");
  for (const std::string& name : heuristic_names())
    if (name != "no-first-model") {
      EXPECT_NE(work_with(name), usual) << name;
    }
  // Where all variables may stay open nothing is left to decide.
  EXPECT_NE(work_with("no-first-model+no-open"), work_with("no-open"));
}

TEST(Cdcl, HeuristicsHaveNames) {
  for (const std::string name : {"all", "none", "no-phases", "no-phases+no-restarts"})
    EXPECT_EQ(name_of(*heuristics_named(name)), name);
  EXPECT_EQ(name_of(*heuristics_named("no-restarts+no-phases")), "no-phases+no-restarts");
  for (const char* name : {"", "phases", "no-", "no-such", "no-phases+", "all+no-phases"})
    EXPECT_FALSE(heuristics_named(name)) << name;
}

std::string reason_of(const PolygraphOutcome& outcome) {
  const auto* unknown = std::get_if<Unknown>(&outcome);
  return unknown == nullptr ? "an answer" : unknown->reason;
}

TEST(Cdcl, LimitsGiveUnknown) {
  const Polygraph hard = all_pairs(40, 40);
  Limits limits;
  limits.steps = 10;
  SolverStatistics statistics;
  EXPECT_EQ(reason_of(solve_cdcl(hard, {}, limits, {}, &statistics)), "the limit of 10 steps was reached");
  EXPECT_EQ(statistics.conflicts, 11U);
  limits = {};
  limits.memory_bytes = 1;
  EXPECT_EQ(reason_of(solve_cdcl(hard, {}, limits)), "the memory limit of 0 MiB was reached");
  limits = {};
  limits.seconds = 0.1;
  const Stopwatch watch;
  EXPECT_EQ(reason_of(solve_cdcl(all_pairs(300, 300), {}, limits)), "the time limit of 0.1 s was reached");
  EXPECT_LT(watch.seconds(), 5.0);
}

TEST(Cdcl, WithoutRoomForAProofEverythingIsToBlame) {
  Limits limits;
  CdclOptions options;
  options.patience = UINT64_MAX;  // a closure's proof is shorter
  EXPECT_EQ(std::get<Refutation>(solve_cdcl(all_pairs(16, 14), options, limits)).nodes.size(), 14U);
  limits.memory_bytes = 2'000'000;  // a quarter is the proof's
  const PolygraphOutcome outcome = solve_cdcl(all_pairs(16, 14), options, limits);
  ASSERT_TRUE(std::holds_alternative<Refutation>(outcome)) << reason_of(outcome);
  EXPECT_EQ(std::get<Refutation>(outcome).nodes.size(), 16U);
}

// Many components side by side, some without model.
Polygraph side_by_side(Random& random, std::size_t count, double bad) {
  Polygraph all;
  for (std::size_t i = 0; i < count; ++i) {
    const Polygraph one = random.chance(bad) ? all_pairs(3, 3) : from_hidden_order(random, 20, 4, 30, 0.1);
    const auto first_node = static_cast<Node>(all.node_count());
    const auto first_variable = static_cast<Variable>(all.variable_count());
    const auto moved = [&](Edge edge) { return Edge{edge.from + first_node, edge.to + first_node}; };
    for (Node node = 0; node < one.node_count(); ++node)
      all.add_node({TxnId(first_node + node), EventKind::kCommit});
    for (const Edge edge : one.known()) all.add_known(moved(edge), {});
    for (Variable v = 0; v < one.variable_count(); ++v) {
      all.add_variable({});
      for (const bool sign : {true, false})
        for (const Edge edge : one.edges(Literal(v, sign)))
          all.add_edge(Literal(v + first_variable, sign), moved(edge), {});
    }
    for (std::vector<Literal>& clause : clauses_of(one)) {
      for (Literal& literal : clause)
        literal = Literal(literal.variable() + first_variable, literal.is_positive());
      all.add_clause(clause);
    }
  }
  all.finish();
  return all;
}

TEST(Cdcl, ThreadsDoNotChangeTheAnswer) {
  Random random(3);
  std::size_t refuted = 0;
  for (int round = 0; round < 40; ++round) {
    const Polygraph polygraph = side_by_side(random, 30, round % 2 == 0 ? 0 : 0.1);
    SolverStatistics one;
    SolverStatistics many;
    const PolygraphOutcome alone = solve_cdcl(polygraph, {std::nullopt, 0, 1}, {}, {}, &one);
    const PolygraphOutcome together = solve_cdcl(polygraph, {std::nullopt, 0, 4}, {}, {}, &many);
    ASSERT_EQ(alone.index(), together.index());
    EXPECT_EQ(one.conflicts, many.conflicts);
    EXPECT_EQ(one.decisions, many.decisions);
    if (const auto* model = std::get_if<Model>(&alone)) {
      EXPECT_TRUE(is_model(polygraph, *model));
      EXPECT_EQ(model->order, std::get<Model>(together).order);
      EXPECT_EQ(model->values, std::get<Model>(together).values);
    } else {
      ++refuted;
      EXPECT_EQ(std::get<Refutation>(alone).nodes.size(), 3U);
      EXPECT_EQ(std::get<Refutation>(alone).nodes, std::get<Refutation>(together).nodes);
    }
  }
  EXPECT_GT(refuted, 5U);
}

TEST(Cdcl, ASeedGivesTheSameAnswerAgain) {
  Random random(4);
  const Polygraph polygraph = from_hidden_order(random, 300, 30, 800, 0);
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const PolygraphOutcome one = solve_cdcl(polygraph, {std::nullopt, seed, 1}, {});
    const PolygraphOutcome two = solve_cdcl(polygraph, {std::nullopt, seed, 1}, {});
    EXPECT_EQ(std::get<Model>(one).order, std::get<Model>(two).order);
  }
}

TEST(Cdcl, TrivialPolygraphs) {
  Polygraph polygraph;
  polygraph.finish();
  EXPECT_TRUE(std::holds_alternative<Model>(solve_cdcl(polygraph, {}, {})));

  Polygraph cyclic;
  for (int i = 0; i < 4; ++i) cyclic.add_node({});
  for (const Edge edge : {Edge{0, 1}, Edge{1, 2}, Edge{2, 1}, Edge{2, 3}}) cyclic.add_known(edge, {});
  cyclic.finish();
  EXPECT_EQ(std::get<Refutation>(solve_cdcl(cyclic, {}, {})).nodes, (std::vector<Node>{1, 2}));

  Polygraph contradictory;
  contradictory.add_clause({});
  contradictory.finish();
  EXPECT_TRUE(std::holds_alternative<Refutation>(solve_cdcl(contradictory, {}, {})));
}

}  // namespace
}  // namespace isolde
