#include "solver/execute/waits.hpp"

#include <algorithm>
#include <deque>

namespace isolde {

Waits::Waits(Execution& execution, const LearnedOrders& learned) : execution_(execution), learned_(learned) {}

const std::vector<Waits::Wait>& Waits::waits_of(Line line) {
  const auto [entry, is_new] = waits_.try_emplace(line);
  if (is_new)
    if (const Member front = execution_.front(line); front != kNone) collect(front, entry->second);
  return entry->second;
}

void Waits::collect(Member front, std::vector<Wait>& waits) {
  collect_known(front, waits);
  if (execution_.begins_next(front)) collect_locks(front, waits);
  if (execution_.commits_next(front)) collect_readers(front, waits);
  if (learned_.is_bound(front)) collect_learned(front, waits);
}

void Waits::collect_known(Member front, std::vector<Wait>& waits) {
  const Lines& lines = execution_.input().lines;
  execution_.for_each_known_blocker(front, [&](Member on) {
    Wait wait;
    wait.to = lines.line(on);
    wait.on = on;
    wait.is_swept = execution_.has_sweep();
    waits.push_back(wait);
  });
}

// `on` has to come first because the version `before` precedes the version `after` of the front.
void Waits::add(std::vector<Wait>& waits, Member on, Version before, Version after) {
  const auto& [items, chains, lines, one_node, wins] = execution_.input();
  Wait wait;
  wait.to = lines.line(on);
  wait.on = on;
  wait.witness = items.is_initial(before) ? kNone : items.writer(before);
  const ChainOrder order{chains.head(before), chains.head(after)};
  wait.order = order;
  const bool is_known = order.before == order.after || items.is_initial(order.before);
  if (!is_known) {
    if (const auto fact = learned_.fact(order)) {
      wait.fact = *fact;
    } else {
      wait.choice = order;
    }
  }
  waits.push_back(wait);
}

void Waits::collect_readers(Member front, std::vector<Wait>& waits) {
  const Items& items = execution_.input().items;
  for (Version version = items.install_begin(front); version < items.install_end(front); ++version) {
    const Version current = execution_.current(items.key(version));
    if (execution_.readers_to_come(current) == 0) continue;
    for (const Member reader : items.readers(current))
      if (reader != front && !execution_.has_begun(reader)) add(waits, reader, current, version);
  }
}

void Waits::collect_locks(Member front, std::vector<Wait>& waits) {
  const Items& items = execution_.input().items;
  for (Version version = items.install_begin(front); version < items.install_end(front); ++version) {
    const Member holder = execution_.lock_holder(items.key(version));
    if (holder == kNone) continue;
    add(waits, holder, items.installed(holder, items.key(version)), version);
  }
}

// What a learned order asks of the head of the later chain: see LearnedBlocker in executor.cpp.
void Waits::collect_learned(Member front, std::vector<Wait>& waits) {
  const auto& [items, chains, lines, one_node, wins] = execution_.input();
  for (Version version = items.install_begin(front); version < items.install_end(front); ++version) {
    learned_.any_before(version, [&, version = version](Version before, bool) {
      const Version tail = chains.tail(before);
      const bool writer_counts = wins ? execution_.begins_next(front) : execution_.commits_next(front);
      if (writer_counts && !execution_.has_committed(items.writer(tail)) && items.writer(tail) != front)
        add(waits, items.writer(tail), tail, version);
      if (execution_.commits_next(front))
        for (const Member reader : items.readers(tail))
          if (reader != front && !execution_.has_begun(reader)) add(waits, reader, tail, version);
      return false;
    });
  }
}

std::optional<WaitCycle> Waits::shortest_through(Line start) {
  constexpr std::uint32_t kFar = kNone;
  std::unordered_map<Line, Visit> visits;
  std::deque<Line> queue{start};
  std::unordered_map<Line, bool> finished;
  visits[start] = {start, 0, 0};
  std::uint32_t best = kFar;
  Visit last;
  while (!queue.empty()) {
    const Line line = queue.front();
    queue.pop_front();
    if (!finished.try_emplace(line, true).second) continue;
    const std::uint32_t so_far = visits[line].distance;
    if (so_far >= best) break;
    const std::vector<Wait>& waits = waits_of(line);
    for (std::uint32_t i = 0; i < waits.size(); ++i) {
      const std::uint32_t distance = so_far + (waits[i].choice.before == kNone ? 0 : 1);
      if (waits[i].to == start) {
        if (distance < best) last = {line, i, best = distance};
        continue;
      }
      const auto [entry, is_new] = visits.try_emplace(waits[i].to, Visit{line, i, distance});
      if (!is_new && entry->second.distance <= distance) continue;
      entry->second = {line, i, distance};
      distance == so_far ? queue.push_front(waits[i].to) : queue.push_back(waits[i].to);
    }
  }
  if (best == kFar) return std::nullopt;

  WaitCycle cycle;
  for (Visit at = last;; at = visits[at.from]) {
    const Wait& wait = waits_of(at.from)[at.wait];
    if (wait.choice.before != kNone) cycle.choices.push_back(wait.choice);
    if (wait.fact != kNone) cycle.source.facts.push_back(wait.fact);
    if (wait.order.before != kNone) cycle.source.orders.push_back(wait.order);
    if (wait.is_swept)
      cycle.source.swept.push_back({wait.on, execution_.next_event(execution_.front(at.from))});
    cycle.source.members.push_back(execution_.front(at.from));
    cycle.source.members.push_back(wait.on);
    if (wait.witness != kNone) cycle.source.members.push_back(wait.witness);
    if (at.from == start) break;
  }
  std::ranges::sort(cycle.choices);
  cycle.choices.erase(std::ranges::unique(cycle.choices).begin(), cycle.choices.end());
  return cycle;
}

std::vector<WaitCycle> Waits::cycles_through(std::span<const Line> lines) {
  std::vector<WaitCycle> cycles;
  for (const Line line : lines)
    if (auto cycle = shortest_through(line)) cycles.push_back(*std::move(cycle));
  std::ranges::stable_sort(cycles, [](const WaitCycle& a, const WaitCycle& b) {
    return a.choices.size() != b.choices.size() ? a.choices.size() < b.choices.size() : a.choices < b.choices;
  });
  cycles.erase(std::ranges::unique(cycles, {}, &WaitCycle::choices).begin(), cycles.end());
  return cycles;
}

}  // namespace isolde
