// Every kernel of the closures on the host executor against breadth-first search: plain, shuffled, and with
// shared memory checked. ISOLDE_GPU_NODES is the size of the largest graph. Each kernel is also broken on
// purpose, to show that it is noticed.
#include <gtest/gtest.h>

#include "gpu/dense_closure.hpp"
#include "gpu/host_device.hpp"
#include "gpu/kernel_closure.hpp"
#include "tests/gpu/random_graph.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde::host {
namespace {

enum class Way : std::uint8_t { kLevels, kSweep, kJoin, kWarshall, kSquaring };
constexpr Way kWays[] = {Way::kLevels, Way::kSweep, Way::kJoin, Way::kWarshall, Way::kSquaring};

HostDeviceOptions mode(bool shuffled, bool checking, std::uint64_t seed = 1) {
  return {.mode = {.shuffled = shuffled, .checking = checking, .seed = seed}};
}

std::size_t largest_graph() { return number_from_environment("ISOLDE_GPU_NODES", 5000); }

constexpr std::size_t kMuch = std::size_t{1} << 40;

// A graph and times that are true of it: who ends before another starts leads to it.
struct TimedGraph {
  std::vector<Edge> edges;
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> ends;
};

TimedGraph untimed(std::vector<Edge> edges) { return {std::move(edges), {}, {}}; }

// Intervals along a hidden order of the nodes, most of them short, some that last (nearly) for ever.
TimedGraph timed(Random& random, std::size_t nodes, double degree) {
  TimedGraph graph;
  for (std::size_t i = 0; i < nodes; ++i) {
    const auto start = static_cast<std::int64_t>(random.below(10 * nodes));
    const std::size_t length = random.chance(0.05) ? 10 * nodes : 1 + random.below(200);
    graph.starts.push_back(start);
    graph.ends.push_back(start + static_cast<std::int64_t>(random.below(length)));
  }
  for (Node a = 0; a < nodes; ++a)
    for (Node b = 0; b < nodes; ++b)
      if (graph.ends[a] < graph.starts[b]) graph.edges.push_back({a, b});
  // Ends ascend along these edges and along those of time.
  for (auto left = static_cast<std::size_t>(degree * static_cast<double>(nodes)); left > 0; --left) {
    const auto a = static_cast<Node>(random.below(nodes));
    const auto b = static_cast<Node>(random.below(nodes));
    if (graph.ends[a] < graph.ends[b]) graph.edges.push_back({a, b});
  }
  return graph;
}

std::vector<Edge> ranked(const RowLayout& layout, std::span<const Edge> edges) {
  std::vector<Edge> result;
  for (const Edge& edge : edges) result.push_back({layout.rank(edge.from), layout.rank(edge.to)});
  return result;
}

// Bits of the columns that are there, as a matrix of nodes.
void read_columns(const RowLayout& layout, const Rows& rows, std::vector<Word>& bits) {
  const std::size_t width = layout.block_count();
  for (Node from = 0; from < layout.node_count(); ++from)
    for (Node to = 0; to < layout.node_count(); ++to)
      if (has_column(rows, layout.rank(to)) && reaches(rows, layout.rank(from), layout.rank(to)))
        bits[from * width + to / 32] |= Word{1} << (to % 32);
}

template <class Mutation>
bool join(HostDevice& device, KernelClosure<HostDevice, Mutation>& closure, std::span<const Edge> batch) {
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  for (const Edge& edge : batch) {
    from.push_back(edge.from);
    to.push_back(edge.to);
  }
  const auto from_there = device.copy_of<std::uint32_t>(from);
  const auto to_there = device.copy_of<std::uint32_t>(to);
  return closure.join({from_there.data(), to_there.data(), static_cast<std::uint32_t>(batch.size())});
}

// Closes the graph and gives back rows of words. Rows get at most `most_words` words at a time.
template <class Mutation>
std::vector<Word> close(HostDevice& device, Way way, std::size_t nodes, const TimedGraph& graph,
                        std::size_t most_words = kMuch) {
  if (way >= Way::kWarshall) {
    DenseClosure<HostDevice, Mutation> closure(device, nodes, graph.edges);
    way == Way::kWarshall ? closure.close_by_warshall() : closure.close_by_squaring();
    return closure.download();
  }
  const RowLayout layout(nodes, graph.starts, graph.ends);
  const std::vector<Edge> edges = ranked(layout, graph.edges);
  // Joining gets as a batch what follows the edges of time: half of the others, few if there is much to join.
  const std::size_t most = nodes > 1000 ? 20 : nodes;
  const std::size_t later = way != Way::kJoin ? 0 : std::min(most, edges.size() / 2);
  const std::span<const Edge> first(edges.data(), edges.size() - later);
  KernelClosure<HostDevice, Mutation> closure(device, layout, most_words);
  const DevicePlan<HostDevice> plan(device, *plan_closure(nodes, first));
  std::vector<Word> bits(nodes * layout.block_count());
  for (std::size_t range = 0; range < closure.range_count(); ++range) {
    closure.close(plan, range, way == Way::kSweep ? AcyclicWay::kSweep : AcyclicWay::kLevels);
    if (way == Way::kJoin && !join(device, closure, std::span(edges).subspan(first.size()))) return {};
    read_columns(layout, closure.rows(), bits);
  }
  return bits;
}

void expect_right(const HostDeviceOptions& options, std::size_t nodes, const TimedGraph& graph) {
  const std::vector<Word> expected = reachability(nodes, graph.edges);
  for (const Way way : kWays) {
    SCOPED_TRACE(testing::Message() << nodes << " nodes, way " << static_cast<int>(way));
    HostDevice device(options);
    ASSERT_EQ(close<Intact>(device, way, nodes, graph), expected);
    ASSERT_EQ(device.complaint(), "");
  }
}

TEST(Kernels, CloseLikeBreadthFirstSearch) {
  Random random(1);
  for (const std::size_t nodes : {1U, 2U, 31U, 32U, 33U, 63U, 64U, 65U, 100U, 129U})
    for (const double degree : {0.7, 2.5})
      for (const std::size_t near : {0U, 4U}) {
        const TimedGraph graph = untimed(random_edges(random, nodes, degree, near));
        expect_right(mode(near > 0, false, random.next()), nodes, graph);
        if (nodes <= 65) expect_right(mode(true, true, random.next()), nodes, graph);
      }
}

TEST(Kernels, CloseWindowsLikeBreadthFirstSearch) {
  Random random(9);
  for (const std::size_t nodes : {1U, 31U, 32U, 33U, 64U, 65U, 100U, 129U, 300U}) {
    const TimedGraph graph = timed(random, nodes, 1.5);
    expect_right(mode(true, nodes <= 100, random.next()), nodes, graph);
    if (nodes < 300) continue;
    const RowLayout layout(nodes, graph.starts, graph.ends);
    EXPECT_LT(layout.words(), nodes * layout.block_count() * 3 / 4) << "nothing is left to time";
  }
}

// Plain, shuffled, and checked.
constexpr ExecutorMode kModes[] = {{}, {.shuffled = true}, {.shuffled = true, .checking = true}};

void expect_right_in_all_modes(std::span<const Way> ways, std::size_t nodes, const TimedGraph& graph) {
  const std::vector<Word> expected = reachability(nodes, graph.edges);
  for (const Way way : ways)
    for (const ExecutorMode& how : kModes) {
      SCOPED_TRACE(testing::Message() << nodes << " nodes, way " << static_cast<int>(way));
      HostDevice device(HostDeviceOptions{.mode = how});
      ASSERT_EQ(close<Intact>(device, way, nodes, graph), expected);
      ASSERT_EQ(device.complaint(), "");
    }
}

constexpr Way kAcyclic[] = {Way::kLevels, Way::kSweep, Way::kJoin};

// More words in a row than threads in a block, which are 4,096 nodes. Most pairs are on some way.
TEST(Kernels, CloseWideGraphs) {
  Random random(2);
  expect_right_in_all_modes(kAcyclic, 4097, untimed(random_edges(random, 4097, 0.3)));
  const std::size_t nodes = largest_graph();
  expect_right_in_all_modes(kAcyclic, nodes, untimed(random_edges(random, nodes, 2)));
}

TEST(Kernels, CloseManyWindows) {
  Random random(15);
  const std::size_t nodes = std::min<std::size_t>(1100, largest_graph());
  expect_right_in_all_modes(kAcyclic, nodes, timed(random, nodes, 1.5));
}

// Tiles of 32 x 32 words: columns of 1,024 nodes.
TEST(Kernels, GeneralOnesCloseSeveralTiles) {
  constexpr Way kGeneral[] = {Way::kWarshall, Way::kSquaring};
  Random random(16);
  expect_right_in_all_modes(kGeneral, 1025, untimed(random_edges(random, 1025, 0.7)));
  const std::size_t nodes = std::min<std::size_t>(2081, largest_graph());
  const std::vector<Edge> edges = random_edges(random, nodes, 1.5);
  HostDevice device(mode(false, false));
  ASSERT_EQ(close<Intact>(device, Way::kWarshall, nodes, untimed(edges)), reachability(nodes, edges));
}

TEST(Kernels, ManySuccessorsAndBatches) {
  std::vector<Edge> edges;
  for (Node node = 1; node < 300; ++node) edges.push_back({0, node});
  for (Node node = 1; node < 299; ++node) edges.push_back({node, node + 1});
  expect_right(mode(true, true, 5), 300, untimed(edges));
}

TEST(Kernels, GeneralOnesCloseCycles) {
  Random random(4);
  for (const std::size_t nodes : {33U, 64U, 97U}) {
    const TimedGraph graph = untimed(random_edges(random, nodes, 1.5, 0, true));
    for (const Way way : {Way::kWarshall, Way::kSquaring}) {
      HostDevice device(mode(true, true, 6));
      ASSERT_EQ(close<Intact>(device, way, nodes, graph), reachability(nodes, graph.edges));
      ASSERT_EQ(device.complaint(), "");
    }
  }
}

TEST(Kernels, JoiningNoticesACycle) {
  HostDevice device(mode(true, true));
  const RowLayout layout(40, {}, {});
  KernelClosure<HostDevice> closure(device, layout, kMuch);
  const std::vector<Edge> edges = {{3, 39}, {39, 7}};
  closure.close(DevicePlan<HostDevice>(device, *plan_closure(40, edges)), 0);
  EXPECT_TRUE(join(device, closure, std::vector<Edge>{{7, 9}}));
  EXPECT_FALSE(join(device, closure, std::vector<Edge>{{9, 1}, {1, 3}}));
}

// Only the last rank reaches itself.
template <class Mutation>
bool notices_loop_of_last() {
  HostDevice device(mode(true, true));
  const RowLayout layout(40, {}, {});
  KernelClosure<HostDevice, Mutation> closure(device, layout, kMuch);
  const std::vector<Edge> edges = {{3, 39}};
  closure.close(DevicePlan<HostDevice>(device, *plan_closure(40, edges)), 0);
  return !join(device, closure, std::vector<Edge>{{39, 39}});
}

TEST(Kernels, JoiningNoticesACycleOfTheLastNode) { EXPECT_TRUE(notices_loop_of_last<Intact>()); }

// More passes than are launched in advance: a batch in an order that makes each pass find one edge more.
TEST(Kernels, JoiningTakesAsManyPassesAsItNeeds) {
  constexpr std::size_t kNodes = 20;
  HostDevice device(mode(false, false));
  const RowLayout layout(kNodes, {}, {});
  KernelClosure<HostDevice> closure(device, layout, kMuch);
  closure.close(DevicePlan<HostDevice>(device, *plan_closure(kNodes, {})), 0);
  std::vector<Edge> batch;
  for (Node node = 0; node + 1 < kNodes; ++node) batch.push_back({node, node + 1});
  ASSERT_TRUE(join(device, closure, batch));
  std::vector<Word> bits(kNodes * layout.block_count());
  read_columns(layout, closure.rows(), bits);
  EXPECT_EQ(bits, reachability(kNodes, batch));
}

// Rows have no place for nodes of the past, and yet no cycle through them is missed.
TEST(Kernels, JoiningNoticesCyclesAgainstTime) {
  Random random(10);
  std::size_t cyclic = 0;
  for (int i = 0; i < 300; ++i) {
    const std::size_t nodes = 3 + random.below(90);
    const TimedGraph graph = timed(random, nodes, 0.5);
    const RowLayout layout(nodes, graph.starts, graph.ends);
    std::vector<Edge> all = ranked(layout, graph.edges);
    HostDevice device(mode(true, true, random.next()));
    KernelClosure<HostDevice> closure(device, layout, kMuch);
    closure.close(DevicePlan<HostDevice>(device, *plan_closure(nodes, all)), 0);
    std::vector<Edge> batch;
    for (std::uint64_t left = 1 + random.below(3); left > 0; --left)
      batch.push_back({static_cast<Node>(random.below(nodes)), static_cast<Node>(random.below(nodes))});
    all.insert(all.end(), batch.begin(), batch.end());
    const bool is_acyclic = plan_closure(nodes, all).has_value();
    ASSERT_EQ(join(device, closure, batch), is_acyclic);
    cyclic += is_acyclic ? 0 : 1;
  }
  EXPECT_GT(cyclic, 50U);
  EXPECT_LT(cyclic, 250U);
}

// The columns of a closure one range after the other.
TEST(Kernels, RangesOfColumnsMakeUpTheWhole) {
  Random random(7);
  const std::size_t nodes = 150;
  for (const TimedGraph& graph : {untimed(random_edges(random, nodes, 2)), timed(random, nodes, 1)}) {
    const RowLayout layout(nodes, graph.starts, graph.ends);
    for (const std::size_t most : {nodes, 2 * nodes, 3 * nodes + 7}) {
      EXPECT_GT(layout.ranges(most).size(), 1U);
      for (const Way way : {Way::kLevels, Way::kSweep}) {
        HostDevice device(mode(true, true));
        EXPECT_EQ(close<Intact>(device, way, nodes, graph, most), reachability(nodes, graph.edges));
      }
    }
  }
  EXPECT_TRUE(RowLayout(nodes, {}, {}).ranges(nodes - 1).empty());
}

// With windows some ranges take more words than others; memory is taken once for all of them.
TEST(Kernels, RangesTakeTurnsInTheSameMemory) {
  Random random(12);
  const TimedGraph graph = timed(random, 150, 1);
  const RowLayout layout(150, graph.starts, graph.ends);
  HostDevice device(mode(false, false));
  const DevicePlan<HostDevice> plan(device, *plan_closure(150, ranked(layout, graph.edges)));
  KernelClosure<HostDevice> closure(device, layout, 150);
  ASSERT_GT(closure.range_count(), 2U);
  closure.close(plan, 0);
  const std::size_t left = device.free_bytes();
  for (std::size_t range = 1; range < closure.range_count(); ++range) {
    closure.close(plan, range);
    EXPECT_EQ(device.free_bytes(), left);
  }
}

// Whether a broken kernel is noticed: by its result, or by what checking says.
template <class Mutation>
bool is_noticed(Way way) {
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    const std::size_t nodes = 33 + random.below(60);
    const TimedGraph graph = untimed(random_edges(random, nodes, 2, 6));
    HostDevice device(mode(true, true, random.next()));
    if (close<Mutation>(device, way, nodes, graph) != reachability(nodes, graph.edges)) return true;
    if (!device.complaint().empty()) return true;
  }
  return false;
}

template <Kernel kernel>
void expect_off_by_one_noticed(Way way) {
  EXPECT_TRUE((is_noticed<Broken<kernel, Fault::kOffByOne>>(way))) << static_cast<int>(kernel);
}
template <Kernel kernel>
void expect_missing_barrier_noticed(Way way) {
  EXPECT_TRUE((is_noticed<Broken<kernel, Fault::kNoBarrier>>(way))) << static_cast<int>(kernel);
}

TEST(Mutations, OfNoKernelAreNotNoticed) {
  for (const Way way : kWays) EXPECT_FALSE(is_noticed<Intact>(way)) << static_cast<int>(way);
}

TEST(Mutations, OfCloseLevelAreNoticed) {
  expect_off_by_one_noticed<Kernel::kCloseLevel>(Way::kLevels);
  expect_missing_barrier_noticed<Kernel::kCloseLevel>(Way::kLevels);
}

// It has no barrier to miss.
TEST(Mutations, OfSweepColumnsAreNoticed) { expect_off_by_one_noticed<Kernel::kSweepColumns>(Way::kSweep); }

TEST(Mutations, OfJoinBatchAreNoticed) {
  expect_off_by_one_noticed<Kernel::kJoinBatch>(Way::kJoin);
  expect_missing_barrier_noticed<Kernel::kJoinBatch>(Way::kJoin);
}

TEST(Mutations, OfFindLoopAreNoticed) {
  EXPECT_FALSE((notices_loop_of_last<Broken<Kernel::kFindLoop, Fault::kOffByOne>>()));
}

TEST(Mutations, OfWarshallAreNoticed) {
  expect_off_by_one_noticed<Kernel::kClosePivots>(Way::kWarshall);
  expect_off_by_one_noticed<Kernel::kClosePivotRows>(Way::kWarshall);
  expect_off_by_one_noticed<Kernel::kCopyColumn>(Way::kWarshall);
  expect_off_by_one_noticed<Kernel::kJoinPivotRows>(Way::kWarshall);
  expect_missing_barrier_noticed<Kernel::kClosePivots>(Way::kWarshall);
  expect_missing_barrier_noticed<Kernel::kClosePivotRows>(Way::kWarshall);
  expect_missing_barrier_noticed<Kernel::kJoinPivotRows>(Way::kWarshall);
}

TEST(Mutations, OfSquareAreNoticed) {
  expect_off_by_one_noticed<Kernel::kSquare>(Way::kSquaring);
  expect_missing_barrier_noticed<Kernel::kSquare>(Way::kSquaring);
}

// The checks themselves, where results happen to be right.
TEST(Executor, ComplainsAboutRaces) {
  HostExecutor executor({.shuffled = false, .checking = true, .seed = 1});
  executor.run({1}, 4, [] {
    ISOLDE_SHARED(std::uint32_t, cells, 4);
    cells[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const std::uint32_t neighbour = cells[(threadIdx.x + 1) % 4];
    __syncthreads();
    cells[threadIdx.x] = neighbour;
  });
  EXPECT_EQ(executor.complaint(), "");
  executor.run({1}, 2, [] {
    ISOLDE_SHARED(std::uint32_t, cell, 1);
    if (threadIdx.x == 0) cell[0] = 1;
    __syncthreads();
    atomicMin(&cell[0], threadIdx.x);
  });
  EXPECT_EQ(executor.complaint(), "");
  executor.run({1}, 4, [] {
    ISOLDE_SHARED(std::uint32_t, cells, 4);
    cells[threadIdx.x] = threadIdx.x;
    __syncthreads();
    cells[threadIdx.x] = 0;
    static_cast<void>(static_cast<std::uint32_t>(cells[(threadIdx.x + 3) % 4]));
  });
  EXPECT_NE(executor.complaint().find("races"), std::string::npos);
}

TEST(Executor, CountsTheVotesOfEachWarp) {
  HostExecutor executor({.shuffled = true, .checking = true, .seed = 1});
  std::vector<std::uint32_t> ballots(64);
  executor.run({1}, 64, [&] {
    for (std::uint32_t turn = 0; turn < 3; ++turn) {
      const std::uint32_t votes = __ballot_sync(kAllBits, threadIdx.x % 3 == turn);
      if (turn == threadIdx.x / 32) ballots[threadIdx.x] = votes;
    }
    __syncthreads();
  });
  EXPECT_EQ(executor.complaint(), "");
  EXPECT_EQ(ballots, [] {
    std::vector<std::uint32_t> expected(64);
    for (std::uint32_t thread = 0; thread < 64; ++thread)
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        expected[thread] |= ((thread / 32 * 32 + lane) % 3 == thread / 32 ? 1U : 0U) << lane;
    return expected;
  }());
}

TEST(Executor, ComplainsAboutABallotThatSomeNeverReach) {
  HostExecutor executor({.shuffled = true, .checking = false, .seed = 1});
  executor.run({1}, 32, [] {
    if (threadIdx.x != 7) __ballot_sync(kAllBits, true);
  });
  EXPECT_NE(executor.complaint().find("ballot"), std::string::npos);
}

TEST(HostDevice, RefusesWhatADeviceWouldRefuse) {
  HostDevice device(HostDeviceOptions{.mode = {}, .memory_bytes = 100});
  const auto kernel = +[] {};
  EXPECT_NO_THROW(device.launch({1, 1}, 1024, kernel));
  EXPECT_THROW(device.launch({0, 1}, 1, kernel), DeviceError);
  EXPECT_THROW(device.launch({1, 0}, 1, kernel), DeviceError);
  EXPECT_THROW(device.launch({1, 65'536}, 1, kernel), DeviceError);
  EXPECT_THROW(device.launch({1, 1}, 1025, kernel), DeviceError);
  auto buffer = device.allocate<std::uint32_t>(15);
  EXPECT_EQ(device.free_bytes(), 40U);
  EXPECT_THROW(static_cast<void>(device.allocate<std::uint32_t>(11)), DeviceError);
  buffer = {};
  EXPECT_EQ(device.free_bytes(), 100U);
}

TEST(Executor, ComplainsAboutCellsThatAreNotThere) {
  HostExecutor executor({.shuffled = false, .checking = true, .seed = 1});
  executor.run({1}, 1, [] {
    ISOLDE_SHARED(std::uint32_t, cells, 4);
    cells[4] = 1;
  });
  EXPECT_NE(executor.complaint(), "");
}

TEST(Executor, ComplainsAboutABarrierThatSomeNeverReach) {
  HostExecutor executor({.shuffled = true, .checking = false, .seed = 1});
  executor.run({1}, 2, [] {
    if (threadIdx.x == 0) __syncthreads();
  });
  EXPECT_NE(executor.complaint(), "");
}

}  // namespace
}  // namespace isolde::host
