// Every kernel of the closures on the host executor against breadth-first search: plain, shuffled, and with
// shared memory checked. ISOLDE_GPU_NODES adds a larger graph of that many nodes. Two ways of breaking a
// kernel show that a broken one is noticed.
#include <gtest/gtest.h>

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

// Closes the graph and gives back rows of words.
template <class Mutation>
std::vector<Word> close(HostDevice& device, Way way, std::size_t nodes, std::span<const Edge> edges) {
  KernelClosure<HostDevice, Mutation> closure(device, nodes, (nodes + 31) / 32);
  if (way == Way::kWarshall) closure.close_by_warshall(edges);
  if (way == Way::kSquaring) closure.close_by_squaring(edges);
  if (way >= Way::kWarshall) return closure.download();
  // Joining gets the second half of the edges as a batch.
  const auto first = way == Way::kJoin ? edges.first(edges.size() / 2) : edges;
  const auto plan = plan_closure(nodes, first);
  closure.close(DevicePlan<HostDevice>(device, *plan), 0,
                way == Way::kSweep ? AcyclicWay::kSweep : AcyclicWay::kLevels);
  if (way == Way::kJoin && !closure.join(edges.subspan(edges.size() / 2))) return {};
  return closure.download();
}

void expect_right(const HostDeviceOptions& options, std::size_t nodes, std::span<const Edge> edges) {
  const std::vector<Word> expected = reachability(nodes, edges);
  for (const Way way : kWays) {
    SCOPED_TRACE(testing::Message() << nodes << " nodes, way " << static_cast<int>(way));
    HostDevice device(options);
    ASSERT_EQ(close<Intact>(device, way, nodes, edges), expected);
    ASSERT_EQ(device.complaint(), "");
  }
}

TEST(Kernels, CloseLikeBreadthFirstSearch) {
  Random random(1);
  for (const std::size_t nodes : {1U, 2U, 31U, 32U, 33U, 63U, 64U, 65U, 100U, 129U})
    for (const double degree : {0.7, 2.5})
      for (const std::size_t near : {0U, 4U}) {
        const std::vector<Edge> edges = random_edges(random, nodes, degree, near);
        expect_right(mode(near > 0, false, random.next()), nodes, edges);
        if (nodes <= 65) expect_right(mode(true, true, random.next()), nodes, edges);
      }
}

// More column words than threads of a block.
TEST(Kernels, CloseWideGraphs) {
  const std::size_t nodes = number_from_environment("ISOLDE_GPU_NODES", 4130);
  Random random(2);
  const std::vector<Edge> edges = random_edges(random, nodes, 0.3);
  const std::vector<Word> expected = reachability(nodes, edges);
  for (const Way way : {Way::kLevels, Way::kSweep}) {
    HostDevice device(mode(true, false, 3));
    ASSERT_EQ(close<Intact>(device, way, nodes, edges), expected);
  }
}

TEST(Kernels, ManySuccessorsAndBatches) {
  std::vector<Edge> edges;
  for (Node node = 1; node < 300; ++node) edges.push_back({0, node});
  for (Node node = 1; node < 299; ++node) edges.push_back({node, node + 1});
  expect_right(mode(true, true, 5), 300, edges);
}

TEST(Kernels, GeneralOnesCloseCycles) {
  Random random(4);
  for (const std::size_t nodes : {33U, 64U, 97U}) {
    const std::vector<Edge> edges = random_edges(random, nodes, 1.5, 0, true);
    for (const Way way : {Way::kWarshall, Way::kSquaring}) {
      HostDevice device(mode(true, true, 6));
      ASSERT_EQ(close<Intact>(device, way, nodes, edges), reachability(nodes, edges));
      ASSERT_EQ(device.complaint(), "");
    }
  }
}

TEST(Kernels, JoiningNoticesACycle) {
  HostDevice device(mode(true, true));
  KernelClosure<HostDevice> closure(device, 40, 2);
  const std::vector<Edge> edges = {{3, 39}, {39, 7}};
  closure.close(DevicePlan<HostDevice>(device, *plan_closure(40, edges)), 0);
  EXPECT_TRUE(closure.join(std::vector<Edge>{{7, 9}}));
  EXPECT_FALSE(closure.join(std::vector<Edge>{{9, 1}, {1, 3}}));
}

// The columns of a closure one block after the other.
TEST(Kernels, BlocksOfColumnsMakeUpTheWhole) {
  Random random(7);
  const std::size_t nodes = 150;
  const std::vector<Edge> edges = random_edges(random, nodes, 2);
  const std::vector<Word> expected = reachability(nodes, edges);
  HostDevice device(mode(true, true));
  const DevicePlan<HostDevice> plan(device, *plan_closure(nodes, edges));
  for (const AcyclicWay way : {AcyclicWay::kLevels, AcyclicWay::kSweep}) {
    KernelClosure<HostDevice> closure(device, nodes, 2);
    for (std::uint32_t first = 0; first < closure.all_words(); first += 2) {
      closure.close(plan, first, way);
      const std::vector<Word> bits = closure.download();
      for (std::size_t row = 0; row < nodes; ++row)
        for (std::uint32_t word = 0; word < closure.matrix().width; ++word)
          ASSERT_EQ(bits[row * closure.matrix().width + word], expected[row * 5 + first + word]);
    }
  }
}

// Whether a broken kernel is noticed: by its result, or by what checking says.
template <class Mutation>
bool is_noticed(Way way) {
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    const std::size_t nodes = 33 + random.below(60);
    const std::vector<Edge> edges = random_edges(random, nodes, 2, 6);
    HostDevice device(mode(true, true, random.next()));
    if (close<Mutation>(device, way, nodes, edges) != reachability(nodes, edges)) return true;
    if (!device.complaint().empty()) return true;
  }
  return false;
}

TEST(Mutations, AnOffByOneIsNoticed) {
  for (const Way way : kWays) EXPECT_TRUE(is_noticed<OffByOne>(way)) << static_cast<int>(way);
}

// A sweep has no barriers to miss.
TEST(Mutations, AMissingBarrierIsNoticed) {
  for (const Way way : {Way::kLevels, Way::kJoin, Way::kWarshall, Way::kSquaring})
    EXPECT_TRUE(is_noticed<WithoutBarrier>(way)) << static_cast<int>(way);
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
