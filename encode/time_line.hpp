// Real time in O(n) edges: a line of points, one per instant at which somebody ended. A transaction leads to
// the point of its end, and the last point that is at most its start (less the clock skew) leads to it.
//
// Transactions that begin and end at one instant are concurrent with each other, but follow those that ended
// then and precede those that start then. So such an instant has two points, before and after them.
#pragma once

#include <cstdint>
#include <vector>

#include "encode/items/items.hpp"
#include "encode/level_edges.hpp"
#include "history/history.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

// A point of the time line, which is a node of the polygraph.
struct TimePoint {
  Node node = 0;
  std::int64_t time = 0;
};

// Adds points and edges to `graph`; returns the points in order.
std::vector<TimePoint> add_time_line(const History& history, const Items& items, const LevelEdges& edges,
                                     std::int64_t clock_skew, Polygraph& graph);

}  // namespace isolde
