#include "polygraph/polygraph.hpp"

#include <gtest/gtest.h>

namespace isolde {
namespace {

// Two nodes with a known edge, and a variable with an edge either way.
Polygraph two_ways() {
  Polygraph graph;
  graph.add_node({});
  graph.add_node({});
  graph.add_known({0, 1}, {});
  const Variable variable = graph.add_variable({});
  graph.add_edge(Literal(variable, false), {1, 0}, {});
  graph.add_edge(Literal(variable, true), {0, 1}, {});
  const Literal clause[] = {Literal(variable, true)};
  graph.add_clause(clause);
  graph.finish();
  return graph;
}

TEST(Polygraph, TheEdgesOfALiteralStandTogether) {
  const Polygraph graph = two_ways();
  ASSERT_EQ(graph.edges(Literal(0, true)).size(), 1U);
  EXPECT_EQ(graph.edges(Literal(0, true))[0], (Edge{0, 1}));
  ASSERT_EQ(graph.edges(Literal(0, false)).size(), 1U);
  EXPECT_EQ(graph.edges(Literal(0, false))[0], (Edge{1, 0}));
}

TEST(Polygraph, ItsInvariantsCanBreak) {
  EXPECT_TRUE(two_ways().check_invariants());
  Polygraph edge_to_nowhere = two_ways();
  edge_to_nowhere.add_known({0, 2}, {});
  EXPECT_FALSE(edge_to_nowhere.check_invariants());
  Polygraph unknown_variable = two_ways();
  const Literal clause[] = {Literal(1, true)};
  unknown_variable.add_clause(clause);
  EXPECT_FALSE(unknown_variable.check_invariants());
  Polygraph late_edge = two_ways();
  late_edge.add_edge(Literal(0, true), {0, 1}, {});
  EXPECT_FALSE(late_edge.check_invariants());
  Polygraph short_hint = two_ways();
  short_hint.hints.starts = {0};
  short_hint.hints.ends = {0};
  EXPECT_FALSE(short_hint.check_invariants());
  Polygraph unfinished;
  unfinished.add_variable({});
  EXPECT_FALSE(unfinished.check_invariants());
}

}  // namespace
}  // namespace isolde
