#include "encode/hints.hpp"

#include <limits>

namespace isolde {
namespace {

void draw_lines(const Items& items, const Lines& lines, const LevelEdges& edges, const HintSources& sources,
                ClosureHints& hints) {
  hints.lines.assign(sources.nodes, kNone);
  hints.positions.assign(sources.nodes, 0);
  const auto width = static_cast<std::uint32_t>(edges.nodes_per_transaction());
  for (Member member = 0; member < items.member_count(); ++member) {
    const std::uint32_t position = lines.position(member) * width;
    hints.lines[edges.begin(member)] = hints.lines[edges.commit(member)] = lines.line(member);
    hints.positions[edges.begin(member)] = position;
    hints.positions[edges.commit(member)] = position + width - 1;
  }
  auto next_line = static_cast<std::uint32_t>(lines.line_count());
  std::uint32_t position = 0;
  for (const TimePoint& point : sources.points) {
    hints.lines[point.node] = next_line;
    hints.positions[point.node] = position++;
  }
  if (!sources.points.empty()) ++next_line;
  for (std::uint32_t& line : hints.lines)
    if (line == kNone) line = next_line++;
}

// A begin stands for its commit, to which it leads, and the other way round.
void note_times(const History& history, const Items& items, const LevelEdges& edges,
                const HintSources& sources, ClosureHints& hints) {
  hints.starts.assign(sources.nodes, std::numeric_limits<std::int64_t>::min());
  hints.ends.assign(sources.nodes, std::numeric_limits<std::int64_t>::max());
  for (Member member = 0; member < items.member_count(); ++member) {
    const TxnId txn = items.txn(member);
    for (const Node node : {edges.begin(member), edges.commit(member)}) {
      if (history.start(txn) != kNoTime) hints.starts[node] = history.start(txn);
      if (history.status(txn) == TxnStatus::kCommitted && history.end(txn) != kNoTime)
        hints.ends[node] = history.end(txn) + sources.clock_skew;
    }
  }
  for (const TimePoint& point : sources.points)
    hints.starts[point.node] = hints.ends[point.node] = point.time + sources.clock_skew;
}

}  // namespace

ClosureHints closure_hints(const History& history, const Items& items, const Lines& lines,
                           const LevelEdges& edges, const HintSources& sources) {
  ClosureHints hints;
  draw_lines(items, lines, edges, sources, hints);
  if (sources.uses_times) note_times(history, items, edges, sources, hints);
  return hints;
}

}  // namespace isolde
