// The tiled closure against breadth-first search, at sizes around its tiles of 512 columns.
#include "closure/tiled.hpp"

#include <gtest/gtest.h>

#include "tests/gpu/random_graph.hpp"

namespace isolde {
namespace {

// Some edges twice.
std::vector<Edge> edges_with_repetitions(Random& random, std::size_t nodes, double degree) {
  std::vector<Edge> edges = random_edges(random, nodes, degree);
  for (std::size_t i = edges.size(); i-- > 0;)
    if (random.chance(0.1)) edges.push_back(edges[i]);
  return edges;
}

TEST(Tiled, AgreesWithBreadthFirstSearch) {
  Random random(1);
  for (const std::size_t nodes : {0U, 1U, 2U, 63U, 64U, 65U, 511U, 512U, 513U, 1024U, 1025U, 1600U})
    for (const double degree : {0.5, 1.5, 6.0})
      for (const unsigned threads : {1U, 3U}) {
        const std::vector<Edge> edges = edges_with_repetitions(random, nodes, degree);
        const auto rows = close_by_tiles(nodes, edges, threads);
        ASSERT_TRUE(rows);
        const std::vector<std::uint32_t> expected = reachability(nodes, edges);
        const std::size_t width = (nodes + 31) / 32;
        for (Node from = 0; from < nodes; ++from)
          for (Node to = 0; to < nodes; ++to)
            ASSERT_EQ(rows->reaches(from, to), (expected[from * width + to / 32] >> (to % 32) & 1U) != 0)
                << nodes << ": " << from << " to " << to;
      }
}

TEST(Tiled, ACycleHasNoClosure) {
  EXPECT_FALSE(close_by_tiles(2, std::vector<Edge>{{0, 1}, {1, 0}}, 1));
  EXPECT_FALSE(close_by_tiles(1, std::vector<Edge>{{0, 0}}, 1));
}

}  // namespace
}  // namespace isolde
