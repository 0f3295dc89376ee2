#include "encode/hints.hpp"

#include <limits>

#include "history/given_order.hpp"

namespace isolde {
namespace {

void draw_lines(const History& history, const Items& items, const LevelEdges& edges,
                const HintSources& sources, ClosureHints& hints) {
  hints.lines.assign(sources.nodes, kNone);
  hints.positions.assign(sources.nodes, 0);
  const auto width = static_cast<std::uint32_t>(edges.nodes_per_transaction());
  std::uint32_t lines = 0;
  Member last = kNone;  // of the line that goes on
  for (Member member = 0; member < items.member_count(); ++member) {
    const TxnId txn = items.txn(member);
    const bool is_committed = history.status(txn) == TxnStatus::kCommitted;
    const bool goes_on = sources.uses_sessions && is_committed && last != kNone &&
                         session_orders(history, items.txn(last), txn);
    const std::uint32_t line = goes_on ? hints.lines[edges.begin(last)] : lines++;
    const std::uint32_t position = goes_on ? hints.positions[edges.begin(last)] + width : 0;
    hints.lines[edges.begin(member)] = hints.lines[edges.commit(member)] = line;
    hints.positions[edges.begin(member)] = position;
    hints.positions[edges.commit(member)] = position + width - 1;
    if (is_committed) last = member;
  }
  std::uint32_t position = 0;
  for (const TimePoint& point : sources.points) {
    hints.lines[point.node] = lines;
    hints.positions[point.node] = position++;
  }
  if (!sources.points.empty()) ++lines;
  for (std::uint32_t& line : hints.lines)
    if (line == kNone) line = lines++;
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

ClosureHints closure_hints(const History& history, const Items& items, const LevelEdges& edges,
                           const HintSources& sources) {
  ClosureHints hints;
  draw_lines(history, items, edges, sources, hints);
  if (sources.uses_times) note_times(history, items, edges, sources, hints);
  return hints;
}

}  // namespace isolde
