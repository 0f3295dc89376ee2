// What closures may know beforehand about the nodes of an encoded history (closure/closure.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "closure/closure.hpp"
#include "encode/items/items.hpp"
#include "encode/level_edges.hpp"
#include "encode/lines.hpp"
#include "encode/time_line.hpp"
#include "history/history.hpp"

namespace isolde {

struct HintSources {
  bool uses_times = false;
  std::int64_t clock_skew = 0;
  std::size_t nodes = 0;              // of the whole graph
  std::span<const TimePoint> points;  // the time line, if times are used
};

// Lines are sessions without their indeterminate members, which precede nobody, and the time line.
[[nodiscard]] ClosureHints closure_hints(const History& history, const Items& items, const Lines& lines,
                                         const LevelEdges& edges, const HintSources& sources);

}  // namespace isolde
