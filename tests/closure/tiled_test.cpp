// The tiled closure against breadth-first search, at sizes around its tiles of 512 columns.
#include "closure/tiled.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "closure/edge_lists.hpp"

namespace isolde {
namespace {

std::vector<bool> reached_from(const EdgeLists& successors, Node start) {
  std::vector<bool> reached(successors.node_count());
  std::vector<Node> queue{start};
  for (std::size_t i = 0; i < queue.size(); ++i)
    successors.for_each(queue[i], [&](Node to) {
      if (!reached[to]) queue.push_back(to);
      reached[to] = true;
    });
  return reached;
}

// Along a hidden order, some edges twice.
std::vector<Edge> random_edges(Random& random, std::size_t nodes, double degree) {
  std::vector<Node> order(nodes);
  for (Node node = 0; node < nodes; ++node) order[node] = node;
  random.shuffle(order);
  std::vector<Edge> edges;
  for (auto left = static_cast<std::size_t>(degree * static_cast<double>(nodes)); left > 0 && nodes > 1;
       --left) {
    const std::size_t a = random.below(nodes);
    const std::size_t b = random.below(nodes);
    if (a != b) edges.push_back({order[std::min(a, b)], order[std::max(a, b)]});
    if (random.chance(0.1) && !edges.empty()) edges.push_back(edges.back());
  }
  return edges;
}

TEST(Tiled, AgreesWithBreadthFirstSearch) {
  Random random(1);
  for (const std::size_t nodes : {0U, 1U, 2U, 63U, 64U, 65U, 511U, 512U, 513U, 1024U, 1025U, 1600U})
    for (const double degree : {0.5, 1.5, 6.0})
      for (const unsigned threads : {1U, 3U}) {
        const std::vector<Edge> edges = random_edges(random, nodes, degree);
        const auto rows = close_by_tiles(nodes, edges, threads);
        ASSERT_TRUE(rows);
        const EdgeLists successors(nodes, edges);
        for (Node from = 0; from < nodes; ++from) {
          const std::vector<bool> expected = reached_from(successors, from);
          for (Node to = 0; to < nodes; ++to)
            ASSERT_EQ(rows->reaches(from, to), expected[to]) << nodes << ": " << from << " to " << to;
        }
      }
}

TEST(Tiled, ACycleHasNoClosure) {
  EXPECT_FALSE(close_by_tiles(2, std::vector<Edge>{{0, 1}, {1, 0}}, 1));
  EXPECT_FALSE(close_by_tiles(1, std::vector<Edge>{{0, 0}}, 1));
}

}  // namespace
}  // namespace isolde
