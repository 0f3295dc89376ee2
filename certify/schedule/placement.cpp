#include "certify/schedule/placement.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

bool is_instant(const History& history, TxnId txn) {
  return history.start(txn) != kNoTime && history.start(txn) == history.end(txn);
}

// A moment by which transactions end. Of those that end at one time, the ones that are nothing but that
// instant come last, because they do not precede others like them.
struct Moment {
  std::int64_t time = std::numeric_limits<std::int64_t>::max();
  bool is_instant = true;

  auto operator<=>(const Moment&) const = default;
};

Moment end_of(const History& history, TxnId txn) { return {history.end(txn), is_instant(history, txn)}; }

// A transaction that ended by this moment precedes `txn` in real time. Requires that `txn` has a start.
Moment deadline_before(const History& history, std::int64_t clock_skew, TxnId txn) {
  const std::int64_t start = history.start(txn);
  std::int64_t latest = 0;
  // No end is as early as kNoTime, so a difference that does not fit precedes everything.
  if (__builtin_sub_overflow(start, clock_skew, &latest)) latest = kNoTime;
  return {latest, clock_skew != 0 || !is_instant(history, txn)};
}

Problem check_sessions(const History& history, const Placement& placement) {
  struct Last {
    std::uint32_t commits = 0;  // a begin has to come after this many
    TxnId txn;
  };
  std::vector<Last> last(history.session_count());
  for (const TxnId txn : history.transactions()) {
    const SessionId session = history.session(txn);
    if (!session.is_valid() || !placement.holds(txn)) continue;
    Last& before = last[session.index()];
    if (placement.begins[txn.index()] < before.commits)
      return fmt::format("{} begins before {} commits, which precedes it in their session",
                         spell_transaction(history, txn), spell_transaction(history, before.txn));
    if (history.status(txn) == TxnStatus::kCommitted && placement.commits[txn.index()] >= before.commits)
      before = {placement.commits[txn.index()] + 1, txn};
  }
  return std::nullopt;
}

// Goes backwards over the commits with the earliest end of those that commit later: a transaction that begins
// before these commits must not have started after one of them ended.
Problem check_times(const History& history, std::int64_t clock_skew, const Placement& placement) {
  struct Earliest {
    Moment end;
    TxnId txn;
  };
  std::vector<Earliest> from(placement.by_commit.size() + 1);  // over the commits from this one on
  for (std::size_t i = placement.by_commit.size(); i-- > 0;) {
    const TxnId txn = placement.by_commit[i];
    from[i] = from[i + 1];
    if (history.status(txn) != TxnStatus::kCommitted || history.end(txn) == kNoTime) continue;
    const Moment end = end_of(history, txn);
    if (!from[i].txn.is_valid() || end < from[i].end) from[i] = {end, txn};
  }
  for (const TxnId txn : placement.by_commit) {
    if (history.start(txn) == kNoTime) continue;
    const Earliest& late = from[placement.begins[txn.index()]];
    if (late.txn.is_valid() && late.end <= deadline_before(history, clock_skew, txn))
      return fmt::format("{} begins before {} commits, which had ended by the time it started",
                         spell_transaction(history, txn), spell_transaction(history, late.txn));
  }
  return std::nullopt;
}

}  // namespace

Problem place(const History& history, const Schedule& schedule, Placement& placement) {
  const std::size_t count = history.transaction_count();
  placement.begins.assign(count, Placement::kAbsent);
  placement.commits.assign(count, Placement::kAbsent);
  placement.by_commit.clear();
  placement.by_commit.reserve(std::min(count, schedule.size()));
  std::size_t open = 0;
  for (const Event& event : schedule) {
    if (event.txn.index() >= count) return "the schedule names a transaction that the history does not have";
    if (history.status(event.txn) == TxnStatus::kAborted)
      return fmt::format("{} is in the schedule, but it aborted", spell_transaction(history, event.txn));
    std::uint32_t& begin = placement.begins[event.txn.index()];
    std::uint32_t& commit = placement.commits[event.txn.index()];
    const auto now = static_cast<std::uint32_t>(placement.by_commit.size());
    if (commit != Placement::kAbsent)
      return fmt::format("{} goes on in the schedule after its commit",
                         spell_transaction(history, event.txn));
    if (event.kind == EventKind::kBegin) {
      if (begin != Placement::kAbsent)
        return fmt::format("{} begins twice", spell_transaction(history, event.txn));
      begin = now;
      ++open;
      continue;
    }
    if (begin == Placement::kAbsent)
      begin = now;
    else
      --open;
    commit = now;
    ISOLDE_INVARIANT(begin <= commit);
    placement.by_commit.push_back(event.txn);
  }
  for (const TxnId txn : history.transactions()) {
    if (placement.holds(txn)) continue;
    if (open != 0 && placement.begins[txn.index()] != Placement::kAbsent)
      return fmt::format("{} begins in the schedule, but does not commit", spell_transaction(history, txn));
    if (history.status(txn) == TxnStatus::kCommitted)
      return fmt::format("{} committed, but is not in the schedule", spell_transaction(history, txn));
  }
  return std::nullopt;
}

Problem check_orders(const History& history, const LevelInfo& level, std::int64_t clock_skew,
                     const Placement& placement) {
  ISOLDE_INVARIANT(placement.begins.size() == history.transaction_count() &&
                   placement.commits.size() == history.transaction_count());
  if (level.one_node)
    for (const TxnId txn : placement.by_commit)
      if (!placement.is_alone(txn))
        return fmt::format("{} overlaps others, and the level allows no overlap",
                           spell_transaction(history, txn));
  if (level.session_order)
    if (Problem problem = check_sessions(history, placement)) return problem;
  if (level.real_time && history.has_times()) return check_times(history, clock_skew, placement);
  return std::nullopt;
}

bool precedes_in_real_time(const History& history, std::int64_t clock_skew, TxnId a, TxnId b) {
  if (a == b || history.status(a) != TxnStatus::kCommitted) return false;
  if (history.end(a) == kNoTime || history.start(b) == kNoTime) return false;
  return end_of(history, a) <= deadline_before(history, clock_skew, b);
}

bool precedes_in_session(const History& history, TxnId a, TxnId b) {
  return history.status(a) == TxnStatus::kCommitted && history.session(a).is_valid() &&
         history.session(a) == history.session(b) && a < b;
}

}  // namespace isolde
