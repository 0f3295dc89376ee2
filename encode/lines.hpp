// How session order and real time bind the members of `Items` at one level.
//
// A *line* is a run of members that follow each other: a session's transactions where session order binds,
// else every member alone. An indeterminate member follows its session and precedes nobody (docs/levels.md),
// so it is a line of its own that hangs on the last certain member before it. Real time is kept as the order
// of ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "encode/items/items.hpp"
#include "history/demands.hpp"
#include "history/history.hpp"

namespace isolde {

using Line = std::uint32_t;

// Members whom an order that is demanded binds neither way all the same, by member; null: nobody.
struct ExemptMembers {
  const std::vector<bool>* from_sessions = nullptr;
  const std::vector<bool>* from_time = nullptr;
};

class Lines {
 public:
  // Of the demands session order, real time and clock skew count.
  Lines(const History& history, const Items& items, const Demands& demands, const ExemptMembers& exempt = {});

  [[nodiscard]] std::size_t line_count() const { return firsts_.size(); }
  [[nodiscard]] Line line(Member member) const { return lines_[member]; }
  [[nodiscard]] std::uint32_t position(Member member) const { return positions_[member]; }
  [[nodiscard]] Member first(Line line) const { return firsts_[line]; }
  // The next of its line, or kNone.
  [[nodiscard]] Member next(Member member) const { return nexts_[member]; }
  // The one before in its line, or kNone.
  [[nodiscard]] Member previous(Member member) const { return previous_[member]; }
  // Who the line's first member follows although he is in another line, or kNone.
  [[nodiscard]] Member before(Line line) const { return befores_.empty() ? kNone : befores_[line]; }
  // Who comes right before it, in its line or where that hangs, or kNone.
  [[nodiscard]] Member predecessor(Member member) const {
    return positions_[member] == 0 ? before(lines_[member]) : previous_[member];
  }
  // Lines whose first member follows this one although he is in another line.
  [[nodiscard]] std::span<const Line> hanging_on(Member member) const;

  // --- Real time, if it binds.
  [[nodiscard]] bool has_real_time() const { return !by_end_.empty(); }
  // Members that may precede others in real time, by end.
  [[nodiscard]] const std::vector<Member>& by_end() const { return by_end_; }
  [[nodiscard]] std::uint32_t rank(Member member) const {
    return ranks_[member];
  }  // in by_end(); kNone: not in it
  [[nodiscard]] bool precedes_in_time(Member first, Member second) const {
    if (first == second || ends_[first] == kNoTime || starts_[second] == kNoTime) return false;
    if (ends_[first] > latest_before(second)) return false;
    // Two that share one single instant are concurrent, also where the second may not have taken effect.
    return !(starts_[first] == starts_[second] && are_instants_[second]);
  }
  // Who ended no later than this precedes the member, but for those that share its instant.
  [[nodiscard]] std::int64_t latest_before(Member member) const { return starts_[member] - skew_; }
  [[nodiscard]] std::int64_t end(Member member) const { return ends_[member]; }  // kNoTime: precedes nobody
  [[nodiscard]] std::int64_t start(Member member) const { return starts_[member]; }

 private:
  void line_up_sessions(const History& history, const Items& items, const std::vector<bool>* exempt);
  void hang(Line line, Member on);
  void stand_alone(const Items& items);
  void sort_ends(const History& history, const Items& items, const std::vector<bool>* exempt);

  std::vector<Line> lines_;
  std::vector<std::uint32_t> positions_;
  std::vector<Member> nexts_;
  std::vector<Member> previous_;
  std::vector<Member> firsts_;
  std::vector<Member> befores_;
  std::vector<Line> hanging_;  // all lines with a `before`, sorted by it
  std::vector<Member> by_end_;
  std::vector<std::uint32_t> ranks_;
  std::vector<std::int64_t> starts_;
  std::vector<std::int64_t> ends_;
  std::vector<bool> are_instants_;  // by what was recorded, whoever precedes others
  std::int64_t skew_ = 0;
};

}  // namespace isolde
