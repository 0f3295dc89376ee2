// The model by which ways of pruning are chosen: what costs more when there is more of it, and where the
// borders lie that docs/gpu.md speaks of.
#include "gpu/cost_model.hpp"

#include <gtest/gtest.h>

namespace isolde::cost {
namespace {

// Of the example in docs/gpu.md: full rows.
Shape example() { return {20'000, 20'000 * 625, 80'000, 1000}; }

TEST(CostModel, DeepGraphsAreSweptAndShallowOnesGoByLevels) {
  EXPECT_TRUE(prefers_levels(80'000, 1000));
  EXPECT_FALSE(prefers_levels(80'000, 4000));
  // More levels never make them better, more edges never worse.
  for (std::size_t levels = 1; levels < 100'000; levels *= 3)
    for (std::size_t edges = 1; edges < 10'000'000; edges *= 10) {
      EXPECT_TRUE(prefers_levels(edges, levels) || !prefers_levels(edges, 3 * levels));
      EXPECT_TRUE(prefers_levels(10 * edges, levels) || !prefers_levels(edges, levels));
    }
}

TEST(CostModel, BatchesAreJoinedUpToASize) {
  EXPECT_TRUE(prefers_joining(example(), 1));
  EXPECT_TRUE(prefers_joining(example(), 500));
  EXPECT_FALSE(prefers_joining(example(), 5000));
  bool was_preferred = true;
  for (std::size_t batch = 1; batch < 1'000'000; batch *= 2) {
    const bool is_preferred = prefers_joining(example(), batch);
    EXPECT_TRUE(was_preferred || !is_preferred) << batch;
    EXPECT_LT(joining_seconds(example(), batch), joining_seconds(example(), 2 * batch));
    was_preferred = is_preferred;
  }
}

TEST(CostModel, ClosingCostsMoreForLargerGraphs) {
  const double seconds = closing_seconds(example());
  Shape more = example();
  more.edges *= 2;
  EXPECT_GT(closing_seconds(more), seconds);
  more = example();
  more.words *= 2;
  EXPECT_GT(closing_seconds(more), seconds);
  more = example();
  more.levels *= 2;
  EXPECT_GT(closing_seconds(more), seconds);
}

// Starting it costs what the CPU needs for some hundred thousand edges.
TEST(CostModel, ADevicePaysFromHalfAMillionEdgesOfChoices) {
  for (const std::size_t nodes : {1000U, 20'000U, 50'000U}) {
    const Shape shape{nodes, nodes * nodes / 32, 4 * nodes, nodes / kNodesPerLevel};
    EXPECT_FALSE(prefers_device(shape, 200'000)) << nodes;
    EXPECT_TRUE(prefers_device(shape, 1'000'000)) << nodes;
  }
  // Measured on the CPU: generate blindw-rw --transactions 20000 --sessions 24, at
  // strong-session-serializable.
  constexpr std::size_t kChoiceEdges = 4'126'439;
  const Shape measured{18'457, std::size_t{18'457} * 577, 191'673, 18'457 / kNodesPerLevel};
  EXPECT_NEAR(host_seconds(measured, kChoiceEdges), 4.2, 1);
  EXPECT_LT(device_seconds(measured, kChoiceEdges), 3);
}

TEST(CostModel, SmallerRowsMakeADeviceCheaper) {
  Shape windows = example();
  windows.words /= 50;
  EXPECT_LT(device_seconds(windows, 1'000'000), device_seconds(example(), 1'000'000));
}

}  // namespace
}  // namespace isolde::cost
