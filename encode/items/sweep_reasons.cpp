#include "encode/items/sweep_reasons.hpp"

#include <algorithm>
#include <unordered_map>

namespace isolde {
std::vector<Member> SweepReasons::members() {
  std::ranges::sort(members_);
  members_.erase(std::ranges::unique(members_).begin(), members_.end());
  return members_;
}

void SweepReasons::add_ends(Version head) {
  const Items& items = sweep_.graph().items;
  for (const Version version : {head, sweep_.graph().chains.tail(head)})
    if (!items.is_initial(version)) members_.push_back(items.writer(version));
}

// Breadth first through the events between the two: whoever does not precede the second leads nowhere.
std::optional<SweepReasons::Path> SweepReasons::find_path(std::uint32_t first, std::uint32_t second,
                                                          std::uint32_t limit) const {
  struct Hop {
    std::uint32_t from;
    std::uint32_t order;
  };
  std::unordered_map<std::uint32_t, Hop> steps{{first, {first, kNone}}};
  std::vector<std::uint32_t> queue{first};
  for (std::size_t i = 0; i < queue.size() && (i == 0 || !steps.contains(second) || first == second); ++i) {
    sweep_.for_each_edge_from(queue[i], [&](std::uint32_t to, std::uint32_t order) {
      if (order != kNone && order >= limit) return;
      if (to != second && !sweep_.precedes(to, second)) return;
      if (steps.try_emplace(to, Hop{queue[i], order}).second) queue.push_back(to);
    });
  }
  if (first == second || !steps.contains(second)) return std::nullopt;
  Path path;
  for (std::uint32_t at = second;; at = steps.at(at).from) {
    path.positions.push_back(at);
    if (at == first) break;
    if (steps.at(at).order != kNone) path.orders.push_back(steps.at(at).order);
  }
  return path;
}

void SweepReasons::take(const Path& path) {
  for (const std::uint32_t at : path.positions) members_.push_back(member_of(sweep_.event_at(at)));
  for (const std::uint32_t order : path.orders) {
    if (is_explained_[order]) continue;
    is_explained_[order] = true;
    pending_.push_back(order);
  }
}

bool SweepReasons::explain_forced(ChainOrder order, std::uint32_t limit) {
  const auto& [items, chains, lines, one_node, wins] = sweep_.graph();
  add_ends(order.before);
  add_ends(order.after);
  if (items.is_initial(order.before)) return true;
  const Member first = items.writer(order.before);
  const Version tail = chains.tail(order.after);
  const EventCode first_event = wins ? begin_of(first) : commit_of(first);
  std::optional<Path> path =
      find_path(sweep_.position(first_event), sweep_.position(commit_of(items.writer(tail))), limit);
  for (const Member reader : items.readers(tail)) {
    if (path) break;
    if (reader != first)
      path = find_path(sweep_.position(commit_of(first)), sweep_.position(begin_of(reader)), limit);
  }
  if (path) take(*path);
  return path.has_value();
}

// What a decided order rests on was decided before it.
void SweepReasons::explain_pending() {
  while (!pending_.empty()) {
    const std::uint32_t order = pending_.back();
    pending_.pop_back();
    (void)explain_forced(sweep_.decided()[order], order);
  }
}

void SweepReasons::explain_path(EventCode first, EventCode second) {
  members_.push_back(member_of(first));
  members_.push_back(member_of(second));
  if (const auto path = find_path(sweep_.position(first), sweep_.position(second), kNone)) take(*path);
  explain_pending();
}

// Two events of which each has to come before the other, or a pair of chains that fits neither way.
void SweepReasons::explain_contradiction() {
  const auto& [first, second] = std::pair(sweep_.contradiction()[0], sweep_.contradiction()[1]);
  if (const auto& clash = sweep_.clash()) {
    (void)explain_forced(*clash, kNone);
    (void)explain_forced(clash->reversed(), kNone);
    return explain_pending();
  }
  explain_path(first, second);
  explain_path(second, first);
}

}  // namespace isolde
