#include "solver/execute/priority.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "solver/execute/tuning.hpp"

namespace isolde {
namespace {

// Maps the range of `values` to that of 32 bits, keeping the order but for ties.
Priorities compress(const std::vector<double>& values) {
  Priorities result(values.size());
  if (values.empty()) return result;
  const auto [least, most] = std::ranges::minmax(values);
  const double scale = most > least ? 4294967295.0 / (most - least) : 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    result[i] = static_cast<std::uint32_t>((values[i] - least) * scale);
  return result;
}

// Members in an order that follows lines and reads; shorter than member_count() if these have a cycle.
std::vector<Member> topological_order(const Items& items, const Lines& lines) {
  std::vector<Member> order;
  order.reserve(items.member_count());
  std::vector<bool> is_done(items.member_count());
  std::vector<Line> first_waiting(items.member_count(), kNone);
  std::vector<Line> next_waiting(lines.line_count(), kNone);
  std::vector<Member> fronts(lines.line_count());
  std::vector<Line> todo;
  for (Line line = static_cast<Line>(lines.line_count()); line-- > 0;) {
    fronts[line] = lines.first(line);
    todo.push_back(line);
  }
  const auto missing = [&](Member member) {
    if (const Member before = lines.before(lines.line(member)); before != kNone && !is_done[before])
      return before;
    for (const Version version : items.reads(member))
      if (!items.is_initial(version) && !is_done[items.writer(version)]) return items.writer(version);
    return kNone;
  };
  while (!todo.empty()) {
    const Line line = todo.back();
    todo.pop_back();
    for (Member member = fronts[line]; member != kNone; member = fronts[line] = lines.next(member)) {
      if (const Member on = missing(member); on != kNone) {
        next_waiting[line] = first_waiting[on];
        first_waiting[on] = line;
        break;
      }
      is_done[member] = true;
      order.push_back(member);
      for (Line waiting = first_waiting[member]; waiting != kNone; waiting = next_waiting[waiting])
        todo.push_back(waiting);
    }
  }
  return order;
}

}  // namespace

std::optional<Priorities> priorities_by_time(const History& history, const Items& items, TimeGuess guess) {
  if (!history.has_times()) return std::nullopt;
  std::vector<double> times(items.member_count());
  for (Member member = 0; member < items.member_count(); ++member) {
    const std::int64_t start = history.start(items.txn(member));
    const std::int64_t end = history.end(items.txn(member));
    if (start == kNoTime && end == kNoTime) return std::nullopt;
    const auto latest = static_cast<double>(end == kNoTime ? start : end);
    const auto earliest = start == kNoTime || guess == TimeGuess::kEnd ? latest : static_cast<double>(start);
    times[member] = earliest / 2 + latest / 2;
  }
  return compress(times);
}

std::optional<Priorities> priorities_by_id(const History& history, const Items& items, const Lines& lines) {
  const auto id = [&](Member member) { return history.external_id(items.txn(member)); };
  std::size_t looked_at = 0;
  std::size_t disorder = 0;
  const std::size_t stride = std::max<std::size_t>(1, items.member_count() / kReadsLookedAt);
  for (Member member = 0; member < items.member_count(); member += static_cast<Member>(stride)) {
    if (const Member next = lines.next(member); next != kNone && id(next) < id(member)) return std::nullopt;
    for (const Version version : items.reads(member)) {
      if (items.is_initial(version)) continue;
      ++looked_at;
      if (id(items.writer(version)) > id(member)) ++disorder;
    }
  }
  if (static_cast<double>(disorder) > kMostDisorder * static_cast<double>(looked_at)) return std::nullopt;
  std::vector<double> ids(items.member_count());
  for (Member member = 0; member < ids.size(); ++member) ids[member] = static_cast<double>(id(member));
  return compress(ids);
}

// Steps along a line count double: they are rarer than reads, and take longer.
std::optional<Priorities> priorities_by_depth(const Items& items, const Lines& lines) {
  const std::vector<Member> order = topological_order(items, lines);
  if (order.size() != items.member_count()) return std::nullopt;
  constexpr std::uint32_t kLineStep = 2;
  Priorities depth(items.member_count(), 0);
  std::uint32_t deepest = 0;
  for (const Member member : order) {
    for (const Version version : items.reads(member))
      if (!items.is_initial(version))
        depth[member] = std::max(depth[member], depth[items.writer(version)] + 1);
    deepest = std::max(deepest, depth[member]);
    if (const Member next = lines.next(member); next != kNone)
      depth[next] = std::max(depth[next], depth[member] + kLineStep);
  }
  Priorities height(items.member_count(), deepest);
  for (std::size_t i = order.size(); i-- > 0;) {
    const Member member = order[i];
    if (const Member next = lines.next(member); next != kNone)
      height[member] = std::min(height[member], height[next] - std::min(height[next], kLineStep));
    for (const Version version : items.reads(member)) {
      if (items.is_initial(version)) continue;
      std::uint32_t& above = height[items.writer(version)];
      above = std::min(above, height[member] - std::min(height[member], 1U));
    }
  }
  for (Member member = 0; member < depth.size(); ++member) depth[member] += height[member];
  return depth;
}

std::uint64_t parted_readers(const Items& items, const Priorities& priorities) {
  std::vector<Version> versions(items.installed_count());
  std::iota(versions.begin(), versions.end(), Version{0});
  const auto place = [&](Version version) { return priorities[items.writer(version)]; };
  std::ranges::sort(versions, [&](Version a, Version b) {
    return std::pair(items.key(a), place(a)) < std::pair(items.key(b), place(b));
  });
  std::uint64_t parted = 0;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const bool is_last = i + 1 == versions.size() || items.key(versions[i]) != items.key(versions[i + 1]);
    const Member next = is_last ? kNone : items.writer(versions[i + 1]);
    for (const Member reader : items.readers(versions[i])) {
      const bool is_early = priorities[reader] < place(versions[i]);
      const bool is_late = next != kNone && reader != next && priorities[reader] > priorities[next];
      if (is_early || is_late) ++parted;
    }
  }
  return parted;
}

}  // namespace isolde
