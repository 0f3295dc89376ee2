#include "encode/lines.hpp"

#include <algorithm>

namespace isolde {

Lines::Lines(const History& history, const Items& items, const Demands& demands, const ExemptMembers& exempt)
    : lines_(items.member_count()),
      positions_(items.member_count()),
      nexts_(items.member_count(), kNone),
      previous_(items.member_count(), kNone),
      skew_(demands.clock_skew) {
  if (demands.session_order) {
    line_up_sessions(history, items, exempt.from_sessions);
  } else {
    stand_alone(items);
  }
  if (demands.real_time && history.has_times()) sort_ends(history, items, exempt.from_time);
}

void Lines::line_up_sessions(const History& history, const Items& items, const std::vector<bool>* exempt) {
  std::vector<Member> lasts(history.session_count(), kNone);  // the last certain member of each session
  for (Member member = 0; member < items.member_count(); ++member) {
    const TxnId txn = items.txn(member);
    const bool is_exempt = exempt != nullptr && (*exempt)[member];
    const SessionId session = is_exempt ? SessionId() : history.session(txn);
    const Member last = session.is_valid() ? lasts[session.index()] : kNone;
    const bool is_certain = history.status(txn) == TxnStatus::kCommitted;
    if (is_certain && last != kNone) {
      lines_[member] = lines_[last];
      positions_[member] = positions_[last] + 1;
      nexts_[last] = member;
      previous_[member] = last;
    } else {
      lines_[member] = static_cast<Line>(firsts_.size());
      firsts_.push_back(member);
      if (last != kNone) hang(lines_[member], last);
    }
    if (is_certain && session.is_valid()) lasts[session.index()] = member;
  }
  if (befores_.empty()) return;
  befores_.resize(firsts_.size(), kNone);
  std::ranges::stable_sort(hanging_, {}, [&](Line line) { return befores_[line]; });
}

std::span<const Line> Lines::hanging_on(Member member) const {
  if (hanging_.empty()) return {};
  const auto found =
      std::ranges::equal_range(hanging_, member, {}, [&](Line line) { return befores_[line]; });
  return {found.begin(), found.end()};
}

void Lines::hang(Line line, Member on) {
  hanging_.push_back(line);
  befores_.resize(line + 1, kNone);
  befores_[line] = on;
}

void Lines::stand_alone(const Items& items) {
  firsts_.resize(items.member_count());
  for (Member member = 0; member < items.member_count(); ++member) lines_[member] = firsts_[member] = member;
}

void Lines::sort_ends(const History& history, const Items& items, const std::vector<bool>* exempt) {
  starts_.resize(items.member_count());
  ends_.resize(items.member_count());
  are_instants_.resize(items.member_count());
  for (Member member = 0; member < items.member_count(); ++member) {
    const TxnId txn = items.txn(member);
    const bool is_exempt = exempt != nullptr && (*exempt)[member];
    starts_[member] = is_exempt ? kNoTime : history.start(txn);
    const bool is_certain = history.status(txn) == TxnStatus::kCommitted;
    ends_[member] = is_certain && !is_exempt ? history.end(txn) : kNoTime;
    are_instants_[member] = history.start(txn) == history.end(txn);
    if (ends_[member] != kNoTime) by_end_.push_back(member);
  }
  std::ranges::stable_sort(by_end_, {}, [&](Member member) { return ends_[member]; });
  ranks_.assign(items.member_count(), kNone);
  for (std::size_t i = 0; i < by_end_.size(); ++i) ranks_[by_end_[i]] = static_cast<std::uint32_t>(i);
}

}  // namespace isolde
