#include "solver/execute/execution.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

Execution::Execution(const ItemGraph& input, const Sweep* sweep, Observations* observations)
    : input_(input),
      sweep_(sweep),
      observations_(observations),
      event_total_(input.event_count()),
      phases_(input.items.member_count(), kWaiting),
      fronts_(input.lines.line_count()),
      currents_(input.items.key_count()),
      pending_(input.items.version_count()),
      overwritten_(input.items.installed_count()),
      commit_positions_(input.items.member_count()),
      served_(sweep == nullptr ? input.items.member_count() : 0) {
  const Items& items = input.items;
  for (Line line = 0; line < fronts_.size(); ++line) fronts_[line] = input.lines.first(line);
  for (std::uint32_t key = 0; key < currents_.size(); ++key) currents_[key] = items.initial(key);
  for (Version version = 0; version < pending_.size(); ++version)
    pending_[version].count = static_cast<std::uint32_t>(items.readers(version).size());
  if (!input.one_node) {
    begin_positions_.resize(items.member_count());
    if (input.first_committer_wins) locks_.assign(items.key_count(), kNone);
  }
  if (sweep != nullptr) counts_.resize(sweep->rows().stride());
  trail_.reserve(event_total_);
  if (observations != nullptr) observations->reset();
}

Member Execution::time_blocker(Member member) const {
  Member found = kNone;
  const Lines& lines = input_.lines;
  if (lines.start(member) == kNoTime) return kNone;
  const std::int64_t latest = lines.latest_before(member);
  for (std::size_t i = ended_; i < lines.by_end().size() && found == kNone; ++i) {
    const Member other = lines.by_end()[i];
    if (lines.end(other) > latest) break;
    if (!has_committed(other) && lines.precedes_in_time(other, member)) found = other;
  }
  return found;
}

Member Execution::blocker(Member member) {
  const Items& items = input_.items;
  if (const Member other = known_blocker(member); other != kNone) return other;
  if (begins_next(member) && !locks_.empty())
    for (Version version = items.install_begin(member); version < items.install_end(member); ++version)
      if (const Member holder = locks_[items.key(version)]; holder != kNone) return holder;
  return commits_next(member) ? commit_blocker(member) : kNone;
}

Member Execution::known_blocker(Member member) const {
  if (sweep_ != nullptr)
    if (const Member other = swept_blocker(member); other != kNone) return other;
  if (!begins_next(member)) return kNone;
  if (sweep_ == nullptr) {
    const Line line = input_.lines.line(member);
    if (const Member before = input_.lines.before(line); before != kNone && !has_committed(before))
      return before;
    if (const Member writer = writer_to_come(member); writer != kNone) return writer;
  }
  return input_.lines.has_real_time() ? time_blocker(member) : kNone;
}

// Somebody it read from who has not committed; goes on where it stopped last time.
Member Execution::writer_to_come(Member member) const {
  const Items& items = input_.items;
  ReadsServed& served = served_[member];
  if (served.undone != undone_) served = {undone_, 0};
  const std::span<const Version> reads = items.reads(member);
  for (; served.count < reads.size(); ++served.count) {
    const Version version = reads[served.count];
    if (!items.is_initial(version) && !has_committed(items.writer(version))) return items.writer(version);
  }
  return kNone;
}

Member Execution::swept_blocker(Member member) const {
  const FrontierRows& rows = sweep_->rows();
  const std::uint32_t at = sweep_->position(next_event(member));
  const std::size_t line = rows.first_ahead(at, counts_.data(), input_.lines.line(member));
  return line == rows.stride() ? kNone : sweep_->member_at(static_cast<Line>(line), rows.row(at)[line]);
}

Member Execution::commit_blocker(Member member) {
  const Items& items = input_.items;
  const bool reads_now = begins_next(member);  // then its own reads are still to come
  for (Version version = items.install_begin(member); version < items.install_end(member); ++version) {
    const Version current = currents_[items.key(version)];
    std::uint32_t count = pending_[current].count;
    if (reads_now && items.overwrites(version) == current) --count;
    if (count == 0) continue;
    if (const Member reader = reader_to_come(current, member); reader != kNone) return reader;
  }
  return kNone;
}

Member Execution::reader_to_come(Version version, Member except) {
  const std::span<const Member> readers = input_.items.readers(version);
  std::uint32_t& first = pending_[version].first;
  while (first < readers.size() && has_begun(readers[first])) ++first;
  for (std::size_t i = first; i < readers.size(); ++i)
    if (readers[i] != except && !has_begun(readers[i])) return readers[i];
  return kNone;
}

bool Execution::is_harmless(Member member) const {
  if (input_.items.install_begin(member) == input_.items.install_end(member)) return true;
  if (input_.one_node) return false;
  // A commit may let others see what they did not.
  if (observations_ != nullptr && !begins_next(member)) return false;
  // Who has begun holds the locks of its keys: nobody else can come between. Without locks a begin only
  // reads.
  return begins_next(member) != input_.first_committer_wins;
}

void Execution::step(Member member) {
  if (begins_next(member)) {
    begin(member);
    if (!input_.one_node) return;
  }
  commit(member);
}

void Execution::begin(Member member) {
  const Items& items = input_.items;
  for (const Version version : items.reads(member)) --pending_[version].count;
  phases_[member] = kBegun;
  if (input_.one_node) return;
  if (!locks_.empty())
    for (Version version = items.install_begin(member); version < items.install_end(member); ++version)
      locks_[items.key(version)] = member;
  begin_positions_[member] = static_cast<std::uint32_t>(trail_.size());
  count(member, 1);
  trail_.push_back(begin_of(member));
}

void Execution::commit(Member member) {
  const Items& items = input_.items;
  for (Version version = items.install_begin(member); version < items.install_end(member); ++version) {
    Version& current = currents_[items.key(version)];
    overwritten_[version] = current;
    current = version;
    if (!locks_.empty()) locks_[items.key(version)] = kNone;
    if (observations_ != nullptr) observations_->put(items.key(version), version);
  }
  phases_[member] = kCommitted;
  commit_positions_[member] = static_cast<std::uint32_t>(trail_.size());
  count(member, 1);
  trail_.push_back(commit_of(member));
  fronts_[input_.lines.line(member)] = input_.lines.next(member);
  const std::vector<Member>& by_end = input_.lines.by_end();
  while (ended_ < by_end.size() && has_committed(by_end[ended_])) ++ended_;
}

void Execution::undo_last() {
  ISOLDE_INVARIANT(!trail_.empty());
  const EventCode event = trail_.back();
  const Member member = member_of(event);
  trail_.pop_back();
  count(member, std::uint32_t(-1));
  if (is_commit(event)) undo_commit(member);
  if (!is_commit(event) || input_.one_node) undo_begin(member);
}

void Execution::undo_commit(Member member) {
  const Items& items = input_.items;
  ++undone_;
  for (Version version = items.install_begin(member); version < items.install_end(member); ++version) {
    currents_[items.key(version)] = overwritten_[version];
    if (observations_ != nullptr) observations_->put(items.key(version), overwritten_[version]);
    if (!locks_.empty()) locks_[items.key(version)] = member;
  }
  phases_[member] = kBegun;
  fronts_[input_.lines.line(member)] = member;
  if (input_.lines.has_real_time() && input_.lines.rank(member) != kNone)
    ended_ = std::min<std::size_t>(ended_, input_.lines.rank(member));
}

void Execution::undo_begin(Member member) {
  const Items& items = input_.items;
  for (const Version version : items.reads(member)) {
    ++pending_[version].count;
    pending_[version].first = 0;
  }
  if (!locks_.empty())
    for (Version version = items.install_begin(member); version < items.install_end(member); ++version)
      locks_[items.key(version)] = kNone;
  phases_[member] = kWaiting;
}

// Executes the trail once more, from nothing.
bool Execution::check_invariants() const {
  Execution again(input_, sweep_);
  for (const EventCode event : trail_) {
    const Member member = member_of(event);
    const bool is_next =
        again.front(input_.lines.line(member)) == member && again.next_event(member) == event;
    if (!is_next || again.known_blocker(member) != kNone) return false;
    again.step(member);
  }
  const auto same_count = [](const Pending& a, const Pending& b) { return a.count == b.count; };
  return again.phases_ == phases_ && again.fronts_ == fronts_ && again.currents_ == currents_ &&
         again.locks_ == locks_ && again.counts_ == counts_ && again.ended_ == ended_ &&
         std::ranges::equal(again.pending_, pending_, same_count);
}

Schedule Execution::schedule() const {
  Schedule schedule;
  schedule.reserve(trail_.size());
  for (const EventCode event : trail_)
    schedule.push_back(
        {input_.items.txn(member_of(event)), is_commit(event) ? EventKind::kCommit : EventKind::kBegin});
  return schedule;
}

}  // namespace isolde
