// The small decider against trying all values, on random polygraphs that need decisions.
#include "explain/refute.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "closure/bit_closure.hpp"

namespace isolde {
namespace {

Polygraph random_polygraph(Random& random) {
  Polygraph graph;
  const auto nodes = static_cast<Node>(random.between(4, 9));
  for (Node node = 0; node < nodes; ++node) graph.add_node({TxnId(node), EventKind::kCommit});
  const auto edge = [&] {
    const auto from = static_cast<Node>(random.below(nodes));
    const auto step = static_cast<Node>(random.between(1, nodes - 1));
    return Edge{from, (from + step) % nodes};
  };
  for (std::int64_t i = random.between(0, 4); i > 0; --i)
    if (const Edge known = edge(); known.from < known.to || random.chance(0.05)) graph.add_known(known, {});
  for (std::int64_t i = random.between(4, 12); i > 0; --i) {
    const Variable variable = graph.add_variable({});
    for (const bool value : {true, false})
      for (std::int64_t edges = random.between(1, 2); edges > 0; --edges)
        graph.add_edge(Literal(variable, value), edge(), {});
  }
  graph.finish();
  return graph;
}

bool has_model(const Polygraph& graph) {
  for (std::uint32_t values = 0; values < 1U << graph.variable_count(); ++values) {
    std::vector<Edge> edges = graph.known();
    for (Variable variable = 0; variable < graph.variable_count(); ++variable)
      for (const Edge& edge : graph.edges(Literal(variable, ((values >> variable) & 1U) != 0)))
        edges.push_back(edge);
    if (BitClosure(graph.node_count()).close(edges)) return true;
  }
  return false;
}

TEST(Refute, AgreesWithTryingAllValues) {
  Random random(3);
  std::size_t models = 0;
  std::size_t without_decisions = 0;
  std::size_t refuted = 0;
  for (int i = 0; i < 2000; ++i) {
    const Polygraph graph = random_polygraph(random);
    const bool expected = has_model(graph);
    const RefuteAnswer answer = refute(graph, Deadline(std::nullopt), 10'000).answer;
    ASSERT_EQ(answer, expected ? RefuteAnswer::kModel : RefuteAnswer::kRefuted);
    ++(expected ? models : refuted);
    if (!expected && refute(graph, Deadline(std::nullopt), 0).answer == RefuteAnswer::kRefuted)
      ++without_decisions;
  }
  EXPECT_GT(models, 100U);
  EXPECT_GT(without_decisions, 100U);
  EXPECT_GT(refuted, without_decisions + 50);  // some need decisions
}

}  // namespace
}  // namespace isolde
