// Every closure against plain breadth-first search on random graphs: with and without hints, through
// thousands of insertions, refused ones among them, and nested marks.
//
// ISOLDE_GRAPHS sets how many graphs each test gets. One seed is fixed; ISOLDE_SEED sets a second.
#include "closure/closure.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

// The definition, slow: edges as a list, reachability by searching.
class PlainGraph {
 public:
  explicit PlainGraph(std::size_t nodes) : out_(nodes) {}
  void add(Edge edge) { out_[edge.from].push_back(edge.to); }
  void remove_last(Edge edge) { out_[edge.from].pop_back(); }
  [[nodiscard]] bool has(Edge edge) const {
    return std::find(out_[edge.from].begin(), out_[edge.from].end(), edge.to) != out_[edge.from].end();
  }
  [[nodiscard]] std::size_t size() const { return out_.size(); }
  // Number of edges of a shortest path of at least one edge to each node; 0: none.
  [[nodiscard]] std::vector<std::size_t> distances(Node from) const {
    std::vector<std::size_t> result(out_.size());
    std::vector<Node> layer{from};
    for (std::size_t length = 1; !layer.empty(); ++length) {
      std::vector<Node> next_layer;
      for (const Node node : layer)
        for (const Node next : out_[node])
          if (result[next] == 0) {
            result[next] = length;
            next_layer.push_back(next);
          }
      layer = std::move(next_layer);
    }
    return result;
  }

 private:
  std::vector<std::vector<Node>> out_;
};

struct Sample {
  std::size_t nodes = 0;
  std::vector<Edge> edges;
  ClosureHints hints;
};

enum class Hints { kNone, kLines, kTimes, kBoth };

void add_random_edges(Sample& sample, const std::vector<Node>& order, Random& random, double density) {
  const auto count = static_cast<std::size_t>(density * static_cast<double>(sample.nodes));
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t a = random.below(sample.nodes);
    std::size_t b = random.below(sample.nodes);
    if (a > b) std::swap(a, b);
    if (a != b) sample.edges.push_back({order[a], order[b]});
  }
}

void add_lines(Sample& sample, const std::vector<Node>& order, Random& random) {
  const std::size_t lines = 1 + random.below(6);
  std::vector<std::vector<Node>> members(lines);
  for (const Node node : order) random.pick(members).push_back(node);
  sample.hints.lines.resize(sample.nodes);
  sample.hints.positions.resize(sample.nodes);
  for (std::uint32_t line = 0; line < lines; ++line)
    for (std::uint32_t i = 0; i < members[line].size(); ++i) {
      sample.hints.lines[members[line][i]] = line;
      sample.hints.positions[members[line][i]] = i;
      if (i > 0) sample.edges.push_back({members[line][i - 1], members[line][i]});
    }
}

// Intervals around each node's place in the order, some long, some endless; all edges that they imply.
void add_times(Sample& sample, const std::vector<Node>& order, Random& random) {
  sample.hints.starts.resize(sample.nodes);
  sample.hints.ends.resize(sample.nodes);
  const std::int64_t width = random.between(0, 12);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto middle = static_cast<std::int64_t>(3 * i);
    std::int64_t& start = sample.hints.starts[order[i]];
    std::int64_t& end = sample.hints.ends[order[i]];
    start = middle - random.between(0, width);
    end = middle + random.between(0, width);
    if (random.chance(0.03)) end = middle + random.between(0, static_cast<std::int64_t>(3 * order.size()));
    if (random.chance(0.02)) start = std::numeric_limits<std::int64_t>::min();
    if (random.chance(0.02)) end = std::numeric_limits<std::int64_t>::max();
  }
  for (Node a = 0; a < sample.nodes; ++a)
    for (Node b = 0; b < sample.nodes; ++b)
      if (sample.hints.ends[a] < sample.hints.starts[b]) sample.edges.push_back({a, b});
}

Sample random_sample(Random& random, Hints hints, std::size_t most_nodes) {
  Sample sample;
  sample.nodes = 1 + random.below(most_nodes);
  std::vector<Node> order(sample.nodes);
  std::iota(order.begin(), order.end(), 0U);
  if (random.chance(0.7)) random.shuffle(order);
  if (hints == Hints::kLines || hints == Hints::kBoth) add_lines(sample, order, random);
  if (hints == Hints::kTimes || hints == Hints::kBoth) add_times(sample, order, random);
  add_random_edges(sample, order, random, random.unit() * 1.5);
  random.shuffle(sample.edges);
  return sample;
}

void expect_same(const Closure& closure, const PlainGraph& graph) {
  for (Node from = 0; from < graph.size(); ++from) {
    const std::vector<std::size_t> distances = graph.distances(from);
    for (Node to = 0; to < graph.size(); ++to)
      ASSERT_EQ(closure.reaches(from, to), distances[to] > 0) << from << " to " << to;
  }
}

void expect_shortest(const Closure& closure, const PlainGraph& graph, Node from, Node to) {
  const std::vector<Node> path = closure.path(from, to);
  const std::size_t length = graph.distances(from)[to];
  if (length == 0) {
    ASSERT_TRUE(path.empty());
    return;
  }
  ASSERT_EQ(path.size(), length + 1);
  ASSERT_EQ(path.front(), from);
  ASSERT_EQ(path.back(), to);
  for (std::size_t i = 1; i < path.size(); ++i) ASSERT_TRUE(graph.has({path[i - 1], path[i]}));
}

using Parameter = std::tuple<ClosureKind, Hints>;

class Closures : public testing::TestWithParam<Parameter> {
 protected:
  template <class Test>
  void for_each_sample(std::uint64_t graphs, std::size_t most_nodes, Test&& test) {
    for (const std::uint64_t seed : both_seeds()) {
      SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
      Random random(seed);
      for (std::uint64_t i = 0; i < how_many("ISOLDE_GRAPHS", graphs) && !HasFatalFailure(); ++i) {
        const Sample sample = random_sample(random, std::get<Hints>(GetParam()), most_nodes);
        PlainGraph graph(sample.nodes);
        for (const Edge& edge : sample.edges) graph.add(edge);
        const auto closure =
            make_closure(std::get<ClosureKind>(GetParam()), sample.nodes, sample.edges, sample.hints);
        ASSERT_NE(closure, nullptr);
        test(random, *closure, graph);
      }
    }
  }
};

TEST_P(Closures, ConstructionAgreesWithSearch) {
  for_each_sample(
      60, 150, [](Random&, const Closure& closure, const PlainGraph& graph) { expect_same(closure, graph); });
}

TEST_P(Closures, PathsAreShortest) {
  for_each_sample(60, 80, [](Random& random, const Closure& closure, const PlainGraph& graph) {
    for (int i = 0; i < 30; ++i)
      expect_shortest(closure, graph, static_cast<Node>(random.below(graph.size())),
                      static_cast<Node>(random.below(graph.size())));
  });
}

// Insertions, marks and undoing in random order; the stack holds what to go back to.
TEST_P(Closures, InsertionsAndUndoingAgreeWithSearch) {
  struct Level {
    Closure::Mark mark;
    std::size_t edges;
  };
  std::size_t refused = 0;
  std::size_t undone = 0;
  for_each_sample(20, 90, [&](Random& random, Closure& closure, PlainGraph& graph) {
    std::vector<Edge> added;
    std::vector<Level> levels;
    const bool mark_early = random.chance(0.5);
    for (int step = 0; step < 250; ++step) {
      const auto from = static_cast<Node>(random.below(graph.size()));
      const auto to = static_cast<Node>(random.below(graph.size()));
      const bool closes = from == to || graph.distances(to)[from] > 0;
      ASSERT_EQ(closure.insert({from, to}), !closes) << from << " to " << to;
      if (closes) {
        ++refused;
      } else {
        graph.add({from, to});
        added.push_back({from, to});
      }
      if ((mark_early || step > 30) && random.chance(0.15)) levels.push_back({closure.mark(), added.size()});
      if (!levels.empty() && random.chance(0.1)) {
        const std::size_t keep = random.below(levels.size());
        closure.undo(levels[keep].mark);
        for (; added.size() > levels[keep].edges; added.pop_back()) graph.remove_last(added.back());
        levels.resize(keep + random.below(2));
        ++undone;
      }
      if (step % 25 == 0) expect_same(closure, graph);
      if (step % 10 == 0) expect_shortest(closure, graph, from, to);
      if (testing::Test::HasFatalFailure()) return;
    }
    expect_same(closure, graph);
  });
  EXPECT_GT(refused, 100U);
  EXPECT_GT(undone, 100U);
}

TEST_P(Closures, GraphsWithCyclesHaveNone) {
  const ClosureKind kind = std::get<ClosureKind>(GetParam());
  EXPECT_EQ(make_closure(kind, 3, std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}}, {}), nullptr);
  EXPECT_EQ(make_closure(kind, 1, std::vector<Edge>{{0, 0}}, {}), nullptr);
  const auto empty = make_closure(kind, 0, {}, {});
  ASSERT_NE(empty, nullptr);
  EXPECT_GE(empty->memory_bytes(), 0U);
}

std::string name_of_parameter(const testing::TestParamInfo<Parameter>& each) {
  constexpr std::array<const char*, 4> names = {"none", "lines", "times", "both"};
  const auto [kind, hints] = each.param;
  return std::string(name_of(kind)) + "_" + names[static_cast<std::size_t>(hints)];
}

INSTANTIATE_TEST_SUITE_P(All, Closures,
                         testing::Combine(testing::ValuesIn(closure_kinds().begin(), closure_kinds().end()),
                                          testing::Values(Hints::kNone, Hints::kLines, Hints::kTimes,
                                                          Hints::kBoth)),
                         name_of_parameter);

TEST(ClosureNames, AreUniqueAndFound) {
  for (const ClosureKind kind : closure_kinds()) EXPECT_EQ(closure_named(name_of(kind)), kind);
  EXPECT_EQ(closure_named("warp"), std::nullopt);
}

TEST(ChooseClosure, FollowsWhatIsKnown) {
  ClosureHints hints;
  EXPECT_EQ(choose_closure(1000, hints), ClosureKind::kPurdom);
  for (std::uint32_t node = 0; node < 1000; ++node) hints.lines.push_back(node % 24);
  EXPECT_EQ(choose_closure(1000, hints), ClosureKind::kChain);
  hints.starts.resize(1000);
  EXPECT_EQ(choose_closure(1000, hints), ClosureKind::kChain);
  hints.lines.back() = 500;
  EXPECT_EQ(choose_closure(1000, hints), ClosureKind::kWindow);
  hints.starts.clear();
  EXPECT_EQ(choose_closure(1000, hints), ClosureKind::kPurdom);
}

// One node that runs all the time must not make the others' rows long.
TEST(WindowMemory, IsLinearDespiteALongRunningNode) {
  const auto bytes_of = [](Node nodes) {
    ClosureHints hints;
    std::vector<Edge> edges;
    for (Node node = 0; node < nodes; ++node) {
      hints.starts.push_back(2 * std::int64_t{node});
      hints.ends.push_back(2 * std::int64_t{node} + 1);
      if (node > 1) edges.push_back({node - 1, node});
    }
    hints.starts[0] = -1;
    hints.ends[0] = std::numeric_limits<std::int64_t>::max();
    return make_closure(ClosureKind::kWindow, nodes, edges, hints)->memory_bytes();
  };
  EXPECT_LT(bytes_of(40'000), 2.5 * static_cast<double>(bytes_of(20'000)));
}

TEST(FindCycle, IsAShortestOne) {
  Random random(7);
  std::size_t cyclic = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t nodes = 1 + random.below(14);
    std::vector<Edge> edges(random.below(2 * nodes));
    for (Edge& edge : edges)
      edge = {static_cast<Node>(random.below(nodes)), static_cast<Node>(random.below(nodes))};
    if (random.chance(0.9)) std::erase_if(edges, [](const Edge& edge) { return edge.from == edge.to; });
    PlainGraph graph(nodes);
    for (const Edge& edge : edges) graph.add(edge);
    std::size_t shortest = 0;
    for (Node node = 0; node < nodes; ++node) {
      const std::size_t length = graph.distances(node)[node];
      if (length > 0 && (shortest == 0 || length < shortest)) shortest = length;
    }
    const std::vector<Node> cycle = find_cycle(nodes, edges);
    ASSERT_EQ(cycle.size(), shortest);
    for (std::size_t k = 0; k < cycle.size(); ++k)
      ASSERT_TRUE(graph.has({cycle[k], cycle[(k + 1) % cycle.size()]}));
    if (shortest > 0) ++cyclic;
  }
  EXPECT_GT(cyclic, 500U);
  EXPECT_LT(cyclic, 2500U);
}

}  // namespace
}  // namespace isolde
