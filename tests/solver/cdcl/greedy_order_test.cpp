#include "solver/cdcl/greedy_order.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "tests/oracle/seeds.hpp"
#include "tests/solver/cdcl/brute_force.hpp"

namespace isolde {
namespace {

Part part_of(std::size_t nodes, std::vector<Edge> known, const std::vector<std::vector<Edge>>& edges) {
  Part part;
  part.nodes.resize(nodes);
  std::iota(part.nodes.begin(), part.nodes.end(), Node{0});
  part.variables.resize(edges.size() / 2);
  std::iota(part.variables.begin(), part.variables.end(), Variable{0});
  part.known = std::move(known);
  for (const std::vector<Edge>& of_literal : edges) {
    for (const Edge edge : of_literal) part.edges.add(edge);
    part.edges.close();
  }
  return part;
}

TEST(GreedyOrder, HasAllNodesAndAgreesWithWhatIsKnown) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (int i = 0; i < 2000; ++i) {
      const std::size_t nodes = 1 + random.below(12);
      const auto some_edge = [&] {
        return Edge{static_cast<Node>(random.below(nodes)), static_cast<Node>(random.below(nodes))};
      };
      std::vector<Edge> known;
      for (std::size_t n = random.below(2 * nodes); n > 0; --n)
        if (const Edge edge = some_edge(); edge.from < edge.to) known.push_back(edge);
      std::vector<std::vector<Edge>> edges(2 * random.below(8));
      for (auto& of_literal : edges)
        for (std::size_t n = random.below(4); n > 0; --n) of_literal.push_back(some_edge());
      const std::vector<Node> order = greedy_order(part_of(nodes, known, edges));
      ASSERT_EQ(order.size(), nodes);
      std::vector<std::size_t> places(nodes, nodes);
      for (std::size_t place = 0; place < nodes; ++place) places[order[place]] = place;
      ASSERT_EQ(std::ranges::count(places, nodes), 0);
      for (const Edge edge : known) ASSERT_LT(places[edge.from], places[edge.to]);
    }
  }
}

// 0 and 1 write a key, 2 reads what 0 wrote: whoever of the writers is first, 2 is not between 0 and 1.
TEST(GreedyOrder, ChoicesMakeOthersWait) {
  const std::vector<Node> order = greedy_order(part_of(3, {{0, 2}}, {{{0, 1}, {2, 1}}, {{1, 0}}}));
  const auto place = [&](Node node) { return std::ranges::find(order, node) - order.begin(); };
  EXPECT_TRUE(place(1) < place(0) || place(1) > place(2));
}

// Nobody has to wait for 1 or what reads it, so it had better run before 0 blocks the key.
TEST(GreedyOrder, WhoMakesNobodyWaitIsFirst) {
  const std::vector<Node> order = greedy_order(part_of(4, {{0, 2}, {3, 2}}, {{{0, 1}, {2, 1}}, {{1, 0}}}));
  EXPECT_EQ(order.back(), 2U);
  EXPECT_LT(std::ranges::find(order, 1U), std::ranges::find(order, 0U));
}

}  // namespace
}  // namespace isolde
