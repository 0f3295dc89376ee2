// Pruning by kernels, on the host executor, against pruning on the CPU: small random polygraphs of every
// kind, and polygraphs of random histories. Little memory, and devices that fail, change nothing.
//
// ISOLDE_HISTORIES sets how many polygraphs each test gets; one seed is fixed, a second is drawn anew, and
// ISOLDE_SEED replays it.
#include <string>

#include <gtest/gtest.h>

#include "encode/encode.hpp"
#include "encode/prune.hpp"
#include "gpu/finders.hpp"
#include "gpu/host_device.hpp"
#include "gpu/kernel_finder.hpp"
#include "history/validation.hpp"
#include "history/writers.hpp"
#include "tests/encode/random_polygraph.hpp"
#include "tests/gpu/random_graph.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

using HostFinder = host::KernelFinder<host::HostDevice>;

template <class Test>
void for_each_seed(std::uint64_t count, Test&& test) {
  static const std::uint64_t fresh = fresh_seed();
  for (const std::uint64_t seed : {std::uint64_t{1}, fresh}) {
    Random random(seed);
    for (std::uint64_t i = number_from_environment("ISOLDE_HISTORIES", count); i > 0; --i) {
      SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed) + ", " + std::to_string(i) + " to go");
      test(random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

host::HostDeviceOptions random_device(Random& random) {
  host::HostDeviceOptions options;
  options.mode = {.shuffled = random.chance(0.5), .checking = random.chance(0.5), .seed = random.next()};
  return options;
}

bool same(const PruneCounts& a, const PruneCounts& b) {
  return a.variables == b.variables && a.edges == b.edges && a.clauses == b.clauses;
}

std::vector<Edge> sorted(std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  return edges;
}

void expect_equal(const PruneOutcome& expected, const PruneOutcome& outcome) {
  ASSERT_EQ(expected.index(), outcome.index());
  if (const auto* refutation = std::get_if<PruneRefutation>(&expected)) {
    ASSERT_EQ(refutation->nodes, std::get<PruneRefutation>(outcome).nodes);
    return;
  }
  const auto& first = std::get<Pruned>(expected);
  const auto& second = std::get<Pruned>(outcome);
  ASSERT_EQ(first.decisions, second.decisions);
  // A finder goes on with the cycle rule where the CPU looks at clauses first, so the order may differ.
  ASSERT_EQ(sorted(first.edges), sorted(second.edges));
  ASSERT_TRUE(same(first.before, second.before) && same(first.after, second.after));
}

PruneOutcome prune_with(const Polygraph& polygraph, CycleFinder& finder) {
  PruneOptions options;
  options.finder = &finder;
  return prune(polygraph, options);
}

// A polygraph of more nodes than a few words, with constraints that decide each other in several rounds.
// Nodes are in an order that is a model, unless now and then a constraint goes against it.
Polygraph large_polygraph(Random& random, std::size_t nodes, bool has_model) {
  Polygraph polygraph;
  for (std::size_t i = 0; i < nodes; ++i) polygraph.add_node({});
  const auto pair = [&](std::size_t near) {
    const std::size_t from = random.below(nodes - 1);
    return Edge{static_cast<Node>(from),
                static_cast<Node>(from + 1 + random.below(std::min(near, nodes - 1 - from)))};
  };
  for (std::size_t i = 0; i < nodes; ++i) polygraph.add_known(pair(12), {});
  for (std::size_t i = 0; i < nodes; ++i) {
    const Literal literal(polygraph.add_variable({}), random.chance(0.5));
    const Edge edge = pair(nodes);
    polygraph.add_edge(literal, edge, {});
    for (std::uint64_t readers = i % 40 == 0 ? 150 : random.below(3); readers > 0; --readers)
      polygraph.add_edge(literal, has_model || random.chance(0.9) ? pair(20) : edge, {});
    polygraph.add_edge(~literal, {edge.to, edge.from}, {});
    if (!has_model && random.chance(0.1)) polygraph.add_edge(literal, {edge.to, edge.from}, {});
  }
  polygraph.finish();
  return polygraph;
}

TEST(Finder, PrunesSmallPolygraphsLikeTheCpu) {
  std::size_t refuted = 0;
  std::size_t decided = 0;
  for_each_seed(600, [&](Random& random) {
    const Polygraph polygraph = random_polygraph(random);
    HostFinder finder(random_device(random));
    const PruneOutcome expected = prune(polygraph, {});
    expect_equal(expected, prune_with(polygraph, finder));
    ASSERT_EQ(finder.failure(), "");
    ASSERT_EQ(finder.device().complaint(), "");
    if (const auto* pruned = std::get_if<Pruned>(&expected))
      decided += pruned->edges.size();
    else
      ++refuted;
  });
  EXPECT_GT(refuted, 20U);
  EXPECT_GT(decided, 100U);
}

TEST(Finder, PrunesLargePolygraphsLikeTheCpu) {
  std::size_t rounds = 0;
  std::size_t accepted = 0;
  for_each_seed(40, [&](Random& random) {
    const Polygraph polygraph = large_polygraph(random, 60 + random.below(140), random.chance(0.8));
    host::HostDeviceOptions options = random_device(random);
    // Sometimes only a word or two of each row fit into the half that rows get.
    if (random.chance(0.5))
      options.most_told_free = polygraph.node_count() * sizeof(host::Word) * 2 * (1 + random.below(2));
    HostFinder finder(options);
    const PruneOutcome expected = prune(polygraph, {});
    expect_equal(expected, prune_with(polygraph, finder));
    ASSERT_EQ(finder.failure(), "");
    ASSERT_EQ(finder.device().complaint(), "");
    if (const auto* pruned = std::get_if<Pruned>(&expected)) {
      ++accepted;
      rounds = std::max(rounds, pruned->rounds);
    }
  });
  EXPECT_GT(accepted, 5U);
  EXPECT_GT(rounds, 2U);
}

TEST(Finder, PrunesPolygraphsOfHistoriesLikeTheCpu) {
  std::size_t variables = 0;
  for_each_seed(60, [&](Random& random) {
    RandomHistoryOptions options = registers_mix();
    const History history = random_history(random, options);
    const WriterIndex writers(history);
    const Items items(history, writers, counting_transactions(history, writers));
    for (const LevelInfo& level : levels()) {
      const Polygraph polygraph = encode(history, items, {level.level, 0, true, true, false});
      HostFinder finder(random_device(random));
      variables += polygraph.variable_count();
      expect_equal(prune(polygraph, {}), prune_with(polygraph, finder));
      ASSERT_EQ(finder.device().complaint(), "");
    }
  });
  EXPECT_GT(variables, 100U);
}

// Rows that need several times the memory there is: they come in ranges, and everything fits.
TEST(Finder, StaysWithinItsMemory) {
  Random random(11);
  constexpr std::size_t kNodes = 4000;
  const RowLayout layout(kNodes, {}, {});
  Polygraph polygraph;
  for (std::size_t i = 0; i < kNodes; ++i) polygraph.add_node({});
  for (Node node = 1; node < kNodes; ++node)
    polygraph.add_known({static_cast<Node>(random.below(node)), node}, {});
  for (int i = 0; i < 50; ++i) {
    const Variable variable = polygraph.add_variable({});
    const auto later = static_cast<Node>(1 + random.below(kNodes - 1));
    const auto earlier = static_cast<Node>(random.below(later));
    polygraph.add_edge(Literal(variable, true), {earlier, later}, {});
    polygraph.add_edge(Literal(variable, false), {later, earlier}, {});
  }
  polygraph.finish();
  host::HostDeviceOptions options;
  options.memory_bytes = layout.words() * sizeof(host::Word) * 2 / 3;
  ASSERT_GT(layout.ranges(options.memory_bytes / 2 / sizeof(host::Word)).size(), 2U);
  HostFinder finder(options);
  expect_equal(prune(polygraph, {}), prune_with(polygraph, finder));
  EXPECT_EQ(finder.failure(), "");
}

TEST(Finder, AFailingDeviceChangesNothing) {
  std::size_t failed = 0;
  for_each_seed(60, [&](Random& random) {
    const Polygraph polygraph = random_polygraph(random);
    host::HostDeviceOptions options = random_device(random);
    if (random.chance(0.3))
      options.memory_bytes = random.below(64);
    else
      options.launches_until_failure = random.below(8);
    HostFinder finder(options);
    expect_equal(prune(polygraph, {}), prune_with(polygraph, finder));
    failed += finder.failure().empty() ? 0 : 1;
  });
  EXPECT_GT(failed, 20U);
}

// Kernels on the host can take long: they stop in time, and the CPU sees that none is left.
TEST(Finder, KeepsToTheDeadline) {
  Random random(13);
  const Polygraph polygraph = large_polygraph(random, 100, true);
  HostFinder finder(host::HostDeviceOptions{});
  PruneOptions options;
  options.finder = &finder;
  options.deadline = Deadline(0.0);
  const PruneOutcome outcome = prune(polygraph, options);
  ASSERT_TRUE(std::holds_alternative<Pruned>(outcome));
  EXPECT_FALSE(std::get<Pruned>(outcome).is_fixpoint);
  EXPECT_EQ(finder.failure(), "the time limit was reached");
}

// Breaks the pruning kernel, and hopes to be caught.
template <class Mutation>
bool is_noticed() {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Polygraph polygraph = random_polygraph(random);
    host::KernelFinder<host::HostDevice, Mutation> finder(
        host::HostDeviceOptions{.mode = {.shuffled = true, .checking = true, .seed = random.next()}});
    PruneOptions options;
    options.finder = &finder;
    const PruneOutcome expected = prune(polygraph, {});
    const PruneOutcome outcome = prune(polygraph, options);
    if (!finder.device().complaint().empty() || expected.index() != outcome.index()) return true;
    const auto* pruned = std::get_if<Pruned>(&expected);
    if (pruned != nullptr && pruned->decisions != std::get<Pruned>(outcome).decisions) return true;
  }
  return false;
}

TEST(Mutations, OfThePruningKernelAreNoticed) {
  EXPECT_FALSE(is_noticed<host::Intact>());
  EXPECT_TRUE(is_noticed<host::OffByOne>());
  EXPECT_TRUE(is_noticed<host::WithoutBarrier>());
}

TEST(Finder, WithoutADeviceCudaSaysWhy) {
  std::string why;
  const auto finder = make_cuda_finder(why);
  EXPECT_EQ(finder == nullptr, !why.empty());
}

}  // namespace
}  // namespace isolde
