// Schedules of a few members by the definition: every event gets a place, and what holds of the places is
// looked up pair by pair. Random histories of items that are small enough to try all of them.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "encode/items/item_graph.hpp"

namespace isolde {

// Events in order; a member that is one node has its commit only.
using EventOrder = std::vector<EventCode>;

class PlacedEvents {
 public:
  PlacedEvents(const ItemGraph& graph, const EventOrder& order)
      : graph_(graph), begins_(graph.items.member_count()), commits_(graph.items.member_count()) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Member member = member_of(order[i]);
      if (is_commit(order[i])) commits_[member] = i;
      if (!is_commit(order[i]) || graph.one_node) begins_[member] = i;
    }
  }

  [[nodiscard]] std::size_t place(EventCode event) const {
    return is_commit(event) ? commits_[member_of(event)] : begins_[member_of(event)];
  }
  [[nodiscard]] bool is_schedule() const {
    for (Member member = 0; member < graph_.items.member_count(); ++member)
      if (!follows_its_line(member) || !reads_the_latest(member) || !has_no_rival(member)) return false;
    return true;
  }

 private:
  [[nodiscard]] bool follows_its_line(Member member) const {
    const Member before = graph_.lines.predecessor(member);
    return begins_[member] <= commits_[member] && (before == kNone || commits_[before] < begins_[member]);
  }
  // At the begin, of each key that it read, no version was committed after the one that it read.
  [[nodiscard]] bool reads_the_latest(Member member) const {
    const Items& items = graph_.items;
    for (const Version read : items.reads(member)) {
      Version latest = items.initial(items.key(read));
      for (Version other = 0; other < items.installed_count(); ++other) {
        const Member writer = items.writer(other);
        if (items.key(other) != items.key(read) || writer == member || commits_[writer] >= begins_[member])
          continue;
        if (items.is_initial(latest) || commits_[writer] > commits_[items.writer(latest)]) latest = other;
      }
      if (latest != read) return false;
    }
    return true;
  }
  [[nodiscard]] bool has_no_rival(Member member) const {
    const Items& items = graph_.items;
    if (graph_.one_node || !graph_.first_committer_wins) return true;
    for (Version own = items.install_begin(member); own < items.install_end(member); ++own)
      for (Version other = 0; other < items.installed_count(); ++other) {
        const Member writer = items.writer(other);
        if (items.key(other) != items.key(own) || writer == member) continue;
        if (commits_[writer] >= begins_[member] && commits_[member] >= begins_[writer]) return false;
      }
    return true;
  }

  const ItemGraph& graph_;
  std::vector<std::size_t> begins_;
  std::vector<std::size_t> commits_;
};

inline void extend_order(const ItemGraph& graph, EventOrder& order, std::vector<int>& events_done,
                         const std::function<void(const EventOrder&)>& visit) {
  if (order.size() == graph.event_count()) return visit(order);
  const int events = graph.one_node ? 1 : 2;
  for (Member member = 0; member < graph.items.member_count(); ++member) {
    if (events_done[member] == events) continue;
    const bool commits = graph.one_node || events_done[member] == 1;
    order.push_back(commits ? commit_of(member) : begin_of(member));
    ++events_done[member];
    extend_order(graph, order, events_done, visit);
    --events_done[member];
    order.pop_back();
  }
}
// All that there are.
inline std::vector<EventOrder> schedules_of(const ItemGraph& graph) {
  std::vector<EventOrder> found;
  EventOrder order;
  std::vector<int> events_done(graph.items.member_count());
  extend_order(graph, order, events_done, [&](const EventOrder& each) {
    if (PlacedEvents(graph, each).is_schedule()) found.push_back(each);
  });
  return found;
}

// Two keys, two sessions and none; every value is written once, reads are of others' values or initial.
inline std::string random_items_text(Random& random, std::size_t transactions) {
  std::vector<std::string> written[2];
  std::vector<std::string> writes(transactions);
  std::vector<bool> writes_key[2] = {std::vector<bool>(transactions), std::vector<bool>(transactions)};
  for (std::size_t txn = 0; txn < transactions; ++txn)
    for (std::size_t key = 0; key < 2; ++key) {
      if (!random.chance(0.5)) continue;
      writes_key[key][txn] = true;
      written[key].push_back(std::to_string(txn + 1));
      writes[txn] += fmt::format("{}w {} {}", writes[txn].empty() ? "" : ", ", key == 0 ? "x" : "y", txn + 1);
    }
  std::string text;
  for (std::size_t txn = 0; txn < transactions; ++txn) {
    std::string operations;
    for (std::size_t key = 0; key < 2; ++key) {
      if (!random.chance(0.6)) continue;
      std::vector<std::string> values = {"nil"};
      for (const std::string& value : written[key])
        if (value != std::to_string(txn + 1)) values.push_back(value);
      operations +=
          fmt::format("{}r {} {}", operations.empty() ? "" : ", ", key == 0 ? "x" : "y", random.pick(values));
    }
    if (!writes[txn].empty()) operations += (operations.empty() ? "" : ", ") + writes[txn];
    const std::string session = random.chance(0.3) ? "-" : random.chance(0.5) ? "a" : "b";
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", session, operations);
  }
  return text;
}

}  // namespace isolde
