#include "encode/time_line.hpp"

#include <algorithm>

namespace isolde {
namespace {

constexpr EdgeReason kRealTime{DependencyKind::kRt, {}};

bool precedes_others(const History& history, TxnId txn) {
  return history.status(txn) == TxnStatus::kCommitted && history.end(txn) != kNoTime;
}

// With a clock skew nobody precedes what starts at the same time, so instants need no care.
bool is_instant(const History& history, TxnId txn, std::int64_t clock_skew) {
  return clock_skew == 0 && history.end(txn) != kNoTime && history.start(txn) == history.end(txn);
}

std::vector<std::int64_t> sorted_ends(const History& history, const Items& items) {
  std::vector<std::int64_t> ends;
  for (Member member = 0; member < items.member_count(); ++member)
    if (precedes_others(history, items.txn(member))) ends.push_back(history.end(items.txn(member)));
  std::ranges::sort(ends);
  const auto rest = std::ranges::unique(ends);
  ends.erase(rest.begin(), rest.end());
  return ends;
}

}  // namespace

std::vector<TimePoint> add_time_line(const History& history, const Items& items, const LevelEdges& edges,
                                     std::int64_t clock_skew, Polygraph& graph) {
  const std::vector<std::int64_t> ends = sorted_ends(history, items);
  const auto index_of = [&](std::int64_t time) {
    return static_cast<std::size_t>(std::ranges::lower_bound(ends, time) - ends.begin());
  };
  std::vector<bool> has_instants(ends.size());
  for (Member member = 0; member < items.member_count(); ++member) {
    const TxnId txn = items.txn(member);
    if (precedes_others(history, txn) && is_instant(history, txn, clock_skew))
      has_instants[index_of(history.end(txn))] = true;
  }

  std::vector<TimePoint> points;
  std::vector<Node> before;  // by end: the point before its instants
  std::vector<Node> after;   // and the one after; the same where there are none
  const auto add_point = [&](std::int64_t time) {
    const Node node = graph.add_node({});
    if (!points.empty()) graph.add_known({points.back().node, node}, kRealTime);
    points.push_back({node, time});
    return node;
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    before.push_back(add_point(ends[i]));
    after.push_back(has_instants[i] ? add_point(ends[i]) : before.back());
  }

  for (Member member = 0; member < items.member_count(); ++member) {
    const TxnId txn = items.txn(member);
    const bool instant = is_instant(history, txn, clock_skew);
    if (precedes_others(history, txn)) {
      const std::size_t end = index_of(history.end(txn));
      graph.add_known({edges.commit(member), instant ? after[end] : before[end]}, kRealTime);
    }
    if (history.start(txn) == kNoTime) continue;
    const std::int64_t start = history.start(txn) - clock_skew;
    const auto last = static_cast<std::size_t>(std::ranges::upper_bound(ends, start) - ends.begin());
    if (last == 0) continue;
    const bool shares_instant = instant && ends[last - 1] == start;
    graph.add_known({shares_instant ? before[last - 1] : after[last - 1], edges.begin(member)}, kRealTime);
  }
  return points;
}

}  // namespace isolde
