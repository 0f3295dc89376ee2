// Pruning by kernels, on the host executor, against pruning on the CPU and breadth-first search: small random
// polygraphs of every kind, and polygraphs of random histories. Little memory, and devices that fail, change
// nothing.
//
// ISOLDE_HISTORIES sets how many polygraphs each test gets; one seed is fixed, ISOLDE_SEED sets a second.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "encode/items/encode.hpp"
#include "gpu/finders.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "tests/gpu/pruning.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/polygraph/random_polygraph.hpp"

namespace isolde {
namespace {

template <class Test>
void for_each_seed(std::uint64_t count, Test&& test) {
  for (const std::uint64_t seed : both_seeds()) {
    Random random(seed);
    for (std::uint64_t i = how_many("ISOLDE_HISTORIES", count); i > 0; --i) {
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

// Closing and updating in every way.
std::vector<host::FinderWays> all_ways() {
  std::vector<host::FinderWays> ways;
  for (const host::AcyclicWay closing : {host::AcyclicWay::kLevels, host::AcyclicWay::kSweep})
    for (const host::UpdateWay updating : {host::UpdateWay::kJoin, host::UpdateWay::kCloseAnew})
      ways.push_back({closing, updating});
  return ways;
}

// By cost, or one of all ways.
host::FinderWays random_ways(Random& random) {
  std::vector<host::FinderWays> ways = all_ways();
  ways.push_back({});
  return random.pick(ways);
}

// Nodes start one after the other, last some steps, and some of them for long; who ends before another starts
// leads to it, by an edge or by way of somebody in between.
void add_times(Random& random, Polygraph& polygraph) {
  constexpr std::size_t kStep = 10;
  const std::size_t nodes = polygraph.node_count();
  auto& starts = polygraph.hints.starts;
  auto& ends = polygraph.hints.ends;
  for (std::size_t i = 0; i < nodes; ++i) {
    starts.push_back(static_cast<std::int64_t>(kStep * i));
    const std::size_t length = random.chance(0.01) ? kStep * nodes : 1 + random.below(20 * kStep);
    ends.push_back(starts.back() + static_cast<std::int64_t>(length));
  }
  for (Node from = 0; from < nodes; ++from) {
    std::int64_t first_end = std::numeric_limits<std::int64_t>::max();
    for (Node to = from + 1; to < nodes && starts[to] <= first_end; ++to) {
      if (starts[to] <= ends[from]) continue;
      polygraph.add_known({from, to}, {});
      first_end = std::min(first_end, ends[to]);
    }
  }
}

// A polygraph of more nodes than a few words, with constraints that decide each other in several rounds.
// Nodes are in an order that is a model, unless now and then a constraint goes against it.
Polygraph large_polygraph(Random& random, std::size_t nodes, bool has_model, bool has_times = false) {
  Polygraph polygraph;
  for (std::size_t i = 0; i < nodes; ++i) polygraph.add_node({});
  if (has_times) add_times(random, polygraph);
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
    finder.set_ways(random_ways(random));
    const PruneOutcome expected = expect_pruned_like_the_cpu(polygraph, finder);
    ASSERT_FALSE(testing::Test::HasFailure());
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
      options.most_reported_free = polygraph.node_count() * sizeof(host::Word) * 2 * (1 + random.below(2));
    HostFinder finder(options);
    finder.set_ways(random_ways(random));
    const PruneOutcome expected = expect_pruned_like_the_cpu(polygraph, finder);
    ASSERT_FALSE(testing::Test::HasFailure());
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
      const Polygraph polygraph = encode(history, items, demands_of(level.level));
      HostFinder finder(random_device(random));
      finder.set_ways(random_ways(random));
      variables += polygraph.variable_count();
      expect_pruned_like_the_cpu(polygraph, finder);
      ASSERT_FALSE(testing::Test::HasFailure());
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
  expect_pruned_like_the_cpu(polygraph, finder);
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

// Answers as it likes.
class LyingFinder : public CycleFinder {
 public:
  explicit LyingFinder(Answer lie) : lie_(lie) {}
  Answer start(const Polygraph&, const Deadline&, std::size_t&) override { return Answer::kDone; }
  Answer find(std::span<const Edge>, std::span<const Variable>, std::vector<Decision>&) override {
    return lie_;
  }
  [[nodiscard]] std::string name() const override { return "a liar"; }

 private:
  Answer lie_;
};

// The outcome is right, and somebody hears of it.
TEST(Finder, ThatIsWrongAboutACycleHasFailed) {
  Random random(14);
  const Polygraph fine = large_polygraph(random, 60, true);
  LyingFinder sees_one(CycleFinder::Answer::kCycle);
  expect_equal(prune(fine, {}), prune_with(fine, sees_one));
  EXPECT_EQ(sees_one.failure(), "it found a cycle where there is none");

  Polygraph cyclic;
  for (int i = 0; i < 2; ++i) cyclic.add_node({});
  cyclic.add_known({0, 1}, {});
  cyclic.add_known({1, 0}, {});
  cyclic.finish();
  LyingFinder sees_none(CycleFinder::Answer::kDone);
  EXPECT_TRUE(std::holds_alternative<PruneRefutation>(prune_with(cyclic, sees_none)));
  EXPECT_EQ(sees_none.failure(), "a cycle of known edges escaped it");
  LyingFinder is_right(CycleFinder::Answer::kCycle);
  EXPECT_TRUE(std::holds_alternative<PruneRefutation>(prune_with(cyclic, is_right)));
  EXPECT_EQ(is_right.failure(), "");
}

// start() and find() themselves, without a pruner.
TEST(Finder, FindsWhatBreadthFirstSearchFinds) {
  std::size_t cyclic = 0;
  for_each_seed(40, [&](Random& random) {
    const Polygraph polygraph = random.chance(0.5)
                                    ? random_polygraph(random)
                                    : large_polygraph(random, 40 + random.below(100), random.chance(0.7));
    const Found expected = found_by_search(polygraph);
    for (const host::FinderWays ways : all_ways()) {
      HostFinder finder(random_device(random));
      finder.set_ways(ways);
      ASSERT_EQ(found_by(finder, polygraph), expected);
      ASSERT_EQ(finder.failure(), "");
      ASSERT_EQ(finder.device().complaint(), "");
    }
    cyclic += expected.answer == CycleFinder::Answer::kCycle ? 1 : 0;
  });
  EXPECT_GT(cyclic, 5U);
}

// Rows of windows, several blocks of constraints, more words in the matrix than threads in a block.
TEST(Finder, PrunesALargePolygraphWithTimes) {
  Random random(17);
  const Polygraph polygraph = large_polygraph(random, 500, true, true);
  const RowLayout layout(polygraph.node_count(), polygraph.hints.starts, polygraph.hints.ends);
  EXPECT_LT(layout.words(), polygraph.node_count() * layout.block_count() / 2) << "time decides too little";
  const Found expected = found_by_search(polygraph);
  EXPECT_GT(std::count_if(expected.values.begin(), expected.values.end(),
                          [](PrunedValue value) { return value != PrunedValue::kOpen; }),
            100);
  for (const host::ExecutorMode& mode : kModes) {
    HostFinder finder(host::HostDeviceOptions{.mode = mode});
    EXPECT_EQ(found_by(finder, polygraph), expected);
    EXPECT_EQ(finder.device().complaint(), "");
    if (!mode.shuffled) expect_pruned_like_the_cpu(polygraph, finder);
  }
}

// Whether a broken kernel is noticed, by an answer or by what checking says.
template <class Mutation>
bool update_is_noticed(host::UpdateWay updating = host::UpdateWay::kCloseAnew) {
  Random random(3);
  for (int i = 0; i < 60; ++i) {
    const Polygraph polygraph = i % 3 == 0 ? large_polygraph(random, 60, true) : random_polygraph(random);
    host::KernelFinder<host::HostDevice, Mutation> finder(
        host::HostDeviceOptions{.mode = {.shuffled = true, .checking = true, .seed = random.next()}});
    finder.set_ways({host::AcyclicWay::kLevels, updating});
    if (found_by(finder, polygraph) != found_by_search(polygraph)) return true;
    if (!finder.device().complaint().empty()) return true;
  }
  return false;
}

TEST(Mutations, OfNoPruningKernelAreNotNoticed) {
  for (const host::UpdateWay updating : {host::UpdateWay::kJoin, host::UpdateWay::kCloseAnew})
    EXPECT_FALSE(update_is_noticed<host::Intact>(updating));
}

TEST(Mutations, OfFindBlockedAreNoticed) {
  EXPECT_TRUE((update_is_noticed<host::Broken<host::Kernel::kFindBlocked, host::Fault::kOffByOne>>()));
  EXPECT_TRUE((update_is_noticed<host::Broken<host::Kernel::kFindBlocked, host::Fault::kNoBarrier>>()));
}

TEST(Mutations, OfAppendImpliedAreNoticed) {
  EXPECT_TRUE((update_is_noticed<host::Broken<host::Kernel::kAppendImplied, host::Fault::kOffByOne>>()));
}

TEST(Mutations, OfCountOpenEdgesAreNoticed) {
  EXPECT_TRUE((update_is_noticed<host::Broken<host::Kernel::kCountOpenEdges, host::Fault::kOffByOne>>()));
  EXPECT_TRUE((update_is_noticed<host::Broken<host::Kernel::kCountOpenEdges, host::Fault::kNoBarrier>>()));
}

TEST(Mutations, OfJoinBatchAreNoticedByPruning) {
  EXPECT_TRUE((update_is_noticed<host::Broken<host::Kernel::kJoinBatch, host::Fault::kOffByOne>>(
      host::UpdateWay::kJoin)));
}

TEST(Finder, WithoutADeviceCudaSaysWhy) {
  std::string why;
  const auto finder = make_cuda_finder(why);
  EXPECT_EQ(finder == nullptr, !why.empty());
}

}  // namespace
}  // namespace isolde
