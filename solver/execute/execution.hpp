// A simulated execution, event by event, that can be taken back: which members have begun and committed,
// which version of each key is current, and which versions still have readers to come.
//
// An event may happen when nothing that must come before it is missing:
//   begin    the writers of all it reads have committed, as have those before it in session order and real
//            time; and, where the first committer wins, nobody who writes one of its keys has begun and not
//            committed
//   commit   no version that it overwrites has readers that have not begun
// Where a transaction is one node, begin and commit are one event. An execution in which everything has
// happened is a schedule that explains every read; and by the order of events of any such schedule everything
// can happen, so nothing is lost by looking at executions only (docs/algorithms.md, "Executing").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "encode/items/item_graph.hpp"
#include "encode/items/sweep.hpp"
#include "history/event.hpp"
#include "solver/execute/observations.hpp"

namespace isolde {

class Execution {
 public:
  // `sweep`, if there is one, knows more about what must come before an event. `observations`, if there are
  // any, are told which versions are current; whether they hold at a begin is for others to ask.
  explicit Execution(const ItemGraph& input, const Sweep* sweep = nullptr,
                     Observations* observations = nullptr);

  [[nodiscard]] bool is_complete() const { return trail_.size() == event_total_; }
  [[nodiscard]] std::size_t event_count() const { return trail_.size(); }

  [[nodiscard]] bool has_begun(Member member) const { return phases_[member] != kWaiting; }
  [[nodiscard]] bool has_committed(Member member) const { return phases_[member] == kCommitted; }
  // The next event of a member that has not committed.
  [[nodiscard]] bool begins_next(Member member) const { return phases_[member] == kWaiting; }
  [[nodiscard]] bool commits_next(Member member) const {
    return input_.one_node || phases_[member] == kBegun;
  }
  [[nodiscard]] EventCode next_event(Member member) const {
    return commits_next(member) ? commit_of(member) : begin_of(member);
  }
  [[nodiscard]] bool has_sweep() const { return sweep_ != nullptr; }
  [[nodiscard]] const Sweep* sweep() const { return sweep_; }
  // The first member of the line that has not committed, or kNone.
  [[nodiscard]] Member front(Line line) const { return fronts_[line]; }

  // A member without which the front member's next event cannot happen, or kNone if it can.
  [[nodiscard]] Member blocker(Member member);
  // The same of the commit, for a member that could begin.
  [[nodiscard]] Member commit_blocker(Member member);
  // Whether the front member's next event, if it can happen, can as well happen at once: it takes nothing
  // from anybody.
  [[nodiscard]] bool is_harmless(Member member) const;

  // Requires that the member is the front of its line and nothing blocks it.
  void step(Member member);
  void undo_last();

  // --- For those who ask why nothing goes on.
  [[nodiscard]] Version current(std::uint32_t key) const { return currents_[key]; }
  // What was current before this version, which a member that has committed installed.
  [[nodiscard]] Version overwritten(Version version) const { return overwritten_[version]; }
  [[nodiscard]] std::uint32_t readers_to_come(Version version) const { return pending_[version].count; }
  [[nodiscard]] Member lock_holder(std::uint32_t key) const { return locks_.empty() ? kNone : locks_[key]; }
  // Calls visit(other) for members that must have committed, or begun, before the member's next event for a
  // known reason: reads, lines, real time, or what the sweep knows.
  template <class Visit>
  void for_each_known_blocker(Member member, Visit&& visit) const;
  // One of them, or kNone.
  [[nodiscard]] Member known_blocker(Member member) const;
  // Calls visit(other) for everyone who must precede the member in real time and has not committed.
  template <class Visit>
  void for_each_time_blocker(Member member, Visit&& visit) const;
  // A reader of the version, other than `except`, that has not begun; kNone if all have.
  [[nodiscard]] Member reader_to_come(Version version, Member except);

  // Where in the trail the member began and committed; requires that it has.
  [[nodiscard]] std::uint32_t begin_position(Member member) const {
    return begin_positions_.empty() ? commit_positions_[member] : begin_positions_[member];
  }
  [[nodiscard]] std::uint32_t commit_position(Member member) const { return commit_positions_[member]; }
  [[nodiscard]] Schedule schedule() const;
  [[nodiscard]] const std::vector<EventCode>& trail() const { return trail_; }

  [[nodiscard]] const ItemGraph& input() const { return input_; }

  // Whether what is kept up to date is what the trail makes of it, and nothing happened before it could.
  // Cost: linear.
  [[nodiscard]] bool check_invariants() const;

 private:
  enum Phase : std::uint8_t { kWaiting, kBegun, kCommitted };
  struct Pending {
    std::uint32_t count = 0;  // readers that have not begun
    std::uint32_t first = 0;  // readers before this one have begun
  };
  // The writers of this many of a member's first reads have committed, if no commit was undone since.
  struct ReadsServed {
    std::uint64_t undone = 0;
    std::uint32_t count = 0;
  };

  [[nodiscard]] Member time_blocker(Member member) const;
  [[nodiscard]] Member writer_to_come(Member member) const;
  [[nodiscard]] Member swept_blocker(Member member) const;
  void count(Member member, std::uint32_t change) {
    if (!counts_.empty()) counts_[input_.lines.line(member)] += change;
  }
  void begin(Member member);
  void commit(Member member);
  void undo_begin(Member member);
  void undo_commit(Member member);

  const ItemGraph input_;
  const Sweep* const sweep_;
  Observations* const observations_;
  const std::size_t event_total_;
  std::vector<std::uint8_t> phases_;            // by member
  std::vector<Member> fronts_;                  // by line
  std::vector<Version> currents_;               // by key
  std::vector<Pending> pending_;                // by version
  std::vector<Version> overwritten_;            // by installed version: what was current before
  std::vector<Member> locks_;                   // by key: who has begun to write it; only with two nodes
  std::vector<std::uint32_t> trail_;            // member * 2, plus 1 for a commit
  std::vector<std::uint32_t> begin_positions_;  // only with two nodes
  std::vector<std::uint32_t> commit_positions_;
  std::vector<std::uint32_t>
      counts_;  // by line: events that happened; only with a sweep, padded like its rows
  mutable std::vector<ReadsServed> served_;  // by member
  std::uint64_t undone_ = 0;                 // commits
  std::size_t ended_ = 0;                    // everyone before this in the order of ends has committed
};

template <class Visit>
void Execution::for_each_known_blocker(Member member, Visit&& visit) const {
  const auto& [items, chains, lines, one_node, wins] = input_;
  if (sweep_ != nullptr) {
    const std::uint32_t* row = sweep_->rows().row(sweep_->position(next_event(member)));
    for (Line line = 0; line < lines.line_count(); ++line)
      if (row[line] > counts_[line] && line != lines.line(member)) visit(sweep_->member_at(line, row[line]));
  }
  if (!begins_next(member)) return;
  if (sweep_ == nullptr) {
    if (const Member before = lines.before(lines.line(member)); before != kNone && !has_committed(before))
      visit(before);
    for (const Version version : items.reads(member))
      if (!items.is_initial(version) && !has_committed(items.writer(version))) visit(items.writer(version));
  }
  for_each_time_blocker(member, visit);
}

template <class Visit>
void Execution::for_each_time_blocker(Member member, Visit&& visit) const {
  const Lines& lines = input_.lines;
  if (!lines.has_real_time() || lines.start(member) == kNoTime) return;
  const std::int64_t latest = lines.latest_before(member);
  for (std::size_t i = ended_; i < lines.by_end().size(); ++i) {
    const Member other = lines.by_end()[i];
    if (lines.end(other) > latest) return;
    if (!has_committed(other) && lines.precedes_in_time(other, member)) visit(other);
  }
}

}  // namespace isolde
