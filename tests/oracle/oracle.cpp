#include "tests/oracle/oracle.hpp"

#include <algorithm>
#include <cstddef>

#include "tests/oracle/replay.hpp"

namespace isolde {
namespace {

// A transaction whose begin is not listed begins right before its commit.
Schedule with_begins(std::span<const Event> events) {
  std::vector<TxnId> begun;
  for (const Event& event : events)
    if (event.kind == EventKind::kBegin) begun.push_back(event.txn);
  Schedule schedule;
  for (const Event& event : events) {
    if (event.kind == EventKind::kCommit && std::ranges::find(begun, event.txn) == begun.end())
      schedule.push_back({event.txn, EventKind::kBegin});
    schedule.push_back(event);
  }
  return schedule;
}

enum class Overlap : std::uint8_t { kNone, kNoCommonWrite, kAny };

// One row of the table in the header.
struct Rules {
  std::string_view name;
  Overlap overlap;
  bool session_order;
  bool real_time;
  PredicateRule predicates;
  std::int64_t clock_skew = 0;
};

// By OracleLevel.
constexpr std::array<Rules, kOracleLevels.size()> kRules = {{
    {"serializable", Overlap::kNone, false, false, PredicateRule::kRows},
    {"strong-session-serializable", Overlap::kNone, true, false, PredicateRule::kRows},
    {"strict-serializable", Overlap::kNone, true, true, PredicateRule::kRows},
    {"snapshot-isolation", Overlap::kNoCommonWrite, false, false, PredicateRule::kRows},
    {"strong-session-snapshot-isolation", Overlap::kNoCommonWrite, true, false, PredicateRule::kRows},
    {"strong-snapshot-isolation", Overlap::kNoCommonWrite, true, true, PredicateRule::kRows},
    {"prefix-consistency", Overlap::kAny, true, false, PredicateRule::kRows},
    {"repeatable-read", Overlap::kNone, false, false, PredicateRule::kItems},
}};

Rules rules_of(OracleLevel level, std::int64_t clock_skew = 0) {
  Rules rules = kRules.at(static_cast<std::size_t>(level));
  rules.clock_skew = clock_skew;
  return rules;
}

bool before_in_session(const History& history, TxnId a, TxnId b) {
  return history.session(a).is_valid() && history.session(a) == history.session(b) && a < b;
}

bool ends_by_start(const History& history, std::int64_t clock_skew, TxnId a, TxnId b) {
  return history.end(a) != kNoTime && history.start(b) != kNoTime && history.end(a) <= history.start(b) &&
         history.start(b) - history.end(a) >= clock_skew;
}

// Both ways only for two that share one single instant: then neither.
bool before_in_real_time(const History& history, std::int64_t clock_skew, TxnId a, TxnId b) {
  return ends_by_start(history, clock_skew, a, b) && !ends_by_start(history, clock_skew, b, a);
}

bool must_commit_before(const History& history, const Rules& rules, TxnId a, TxnId b) {
  if (a == b || history.status(a) != TxnStatus::kCommitted) return false;
  return (rules.session_order && before_in_session(history, a, b)) ||
         (rules.real_time && before_in_real_time(history, rules.clock_skew, a, b));
}

bool have_common_key(const std::vector<KeyId>& a, const std::vector<KeyId>& b) {
  return std::ranges::find_first_of(a, b) != a.end();
}

// Depth first over the order of commits. The next transaction to commit may have begun after any number of
// the commits so far; that number stands for all schedules that differ only in the order of begins between
// two commits, which nobody can tell apart.
class Search {
 public:
  Search(const History& history, const Rules& rules)
      : history_(history), rules_(rules), replay_(history, rules_.predicates) {
    states_.push_back(replay_.initial_state());
    for (const TxnId txn : history.transactions()) {
      if (history.status(txn) != TxnStatus::kAborted) left_.push_back(txn);
      if (history.status(txn) == TxnStatus::kCommitted) ++committed_left_;
    }
  }

  [[nodiscard]] std::optional<Schedule> run() {
    if (!extend()) return std::nullopt;
    return schedule();
  }

 private:
  struct Placed {
    TxnId txn;
    std::size_t begin;  // how many commits before its begin
  };

  // Whether what is placed can be completed; if so, it has been.
  bool extend() {
    if (committed_left_ == 0) return true;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const TxnId txn = left_[i];
      if (!txn.is_valid()) continue;
      left_[i] = TxnId();
      if (place(txn)) return true;
      left_[i] = txn;
    }
    return false;
  }

  // Tries `txn` as the next to commit, with every begin the level allows; the latest first.
  bool place(TxnId txn) {
    std::vector<State> tried;
    const std::size_t now = placed_.size();
    for (std::size_t begin = now + 1; begin-- > earliest_begin(txn);) {
      State view = states_[begin];
      if (!replay_.run(txn, view)) continue;
      State next = states_.back();
      for (const KeyId key : replay_.written(txn)) next[key.index()] = view[key.index()];
      // Another begin that leads to the same state leads nowhere new.
      if (std::ranges::find(tried, next) != tried.end()) continue;
      tried.push_back(next);
      if (descend({txn, begin}, std::move(next))) return true;
    }
    return false;
  }

  bool descend(Placed placed, State next) {
    const bool counts = history_.status(placed.txn) == TxnStatus::kCommitted;
    placed_.push_back(placed);
    states_.push_back(std::move(next));
    committed_left_ -= counts ? 1 : 0;
    if (extend()) return true;
    committed_left_ += counts ? 1 : 0;
    states_.pop_back();
    placed_.pop_back();
    return false;
  }

  // After how many of the commits so far `txn` may begin at the earliest; more than there are if it cannot
  // commit next at all.
  [[nodiscard]] std::size_t earliest_begin(TxnId txn) const {
    for (const TxnId other : left_)
      if (other.is_valid() && must_commit_before(history_, rules_, other, txn)) return placed_.size() + 1;
    if (rules_.overlap == Overlap::kNone) return placed_.size();
    for (std::size_t i = placed_.size(); i > 0; --i) {
      const TxnId other = placed_[i - 1].txn;
      const bool may_overlap =
          rules_.overlap == Overlap::kAny || !have_common_key(replay_.written(other), replay_.written(txn));
      if (!may_overlap || must_commit_before(history_, rules_, other, txn)) return i;
    }
    return 0;
  }

  [[nodiscard]] Schedule schedule() const {
    Schedule events;
    for (std::size_t commits = 0; commits < placed_.size(); ++commits) {
      for (const Placed& each : placed_)
        if (each.begin == commits) events.push_back({each.txn, EventKind::kBegin});
      events.push_back({placed_[commits].txn, EventKind::kCommit});
    }
    return events;
  }

  const History& history_;
  const Rules rules_;
  Replay replay_;
  std::vector<TxnId> left_;     // not yet placed; invalid where one was
  std::vector<Placed> placed_;  // in the order of their commits
  std::vector<State> states_;   // states_[n]: after n commits
  std::size_t committed_left_ = 0;
};

// Where each transaction begins and commits in a schedule.
struct Span {
  std::optional<std::size_t> begin;
  std::optional<std::size_t> commit;
};

// No value: malformed, or a committed transaction is missing.
std::optional<std::vector<Span>> spans_of(const History& history, std::span<const Event> schedule) {
  std::vector<Span> spans(history.transaction_count());
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const TxnId txn = schedule[i].txn;
    if (txn.index() >= spans.size() || history.status(txn) == TxnStatus::kAborted) return std::nullopt;
    Span& span = spans[txn.index()];
    if (schedule[i].kind == EventKind::kBegin) {
      if (span.begin) return std::nullopt;
      span.begin = i;
    } else {
      if (!span.begin || span.commit) return std::nullopt;
      span.commit = i;
    }
  }
  for (const TxnId txn : history.transactions()) {
    const Span& span = spans[txn.index()];
    if (span.begin && !span.commit) return std::nullopt;
    if (!span.begin && history.status(txn) == TxnStatus::kCommitted) return std::nullopt;
  }
  return spans;
}

bool allowed(const History& history, const Rules& rules, const Replay& replay,
             const std::vector<Span>& spans) {
  for (const TxnId a : history.transactions()) {
    for (const TxnId b : history.transactions()) {
      const Span& first = spans[a.index()];
      const Span& second = spans[b.index()];
      if (a == b || !first.begin || !second.begin) continue;
      const bool apart = *first.commit < *second.begin || *second.commit < *first.begin;
      if (must_commit_before(history, rules, a, b) && *first.commit > *second.begin) return false;
      if (!apart && rules.overlap == Overlap::kNone) return false;
      if (!apart && rules.overlap == Overlap::kNoCommonWrite &&
          have_common_key(replay.written(a), replay.written(b)))
        return false;
    }
  }
  return true;
}

}  // namespace

std::string_view name_of(OracleLevel level) { return rules_of(level).name; }

std::optional<Schedule> witness(const History& history, OracleLevel level, std::int64_t clock_skew) {
  return Search(history, rules_of(level, clock_skew)).run();
}

bool satisfies(const History& history, OracleLevel level, std::int64_t clock_skew) {
  return witness(history, level, clock_skew).has_value();
}

bool replays(const History& history, std::span<const Event> events, OracleLevel level) {
  const Schedule schedule = with_begins(events);
  const Rules rules = rules_of(level);
  Replay replay(history, rules.predicates);
  const auto spans = spans_of(history, schedule);
  if (!spans || !allowed(history, rules, replay, *spans)) return false;
  State store = replay.initial_state();
  std::vector<State> views(history.transaction_count());
  for (const Event& event : schedule) {
    State& view = views[event.txn.index()];
    if (event.kind == EventKind::kBegin) {
      view = store;
      if (!replay.run(event.txn, view)) return false;
    } else {
      for (const KeyId key : replay.written(event.txn)) store[key.index()] = view[key.index()];
    }
  }
  return true;
}

bool replays(const History& history, std::span<const TxnId> order, OracleLevel level) {
  Schedule schedule;
  for (const TxnId txn : order) schedule.push_back({txn, EventKind::kCommit});
  return replays(history, schedule, level);
}

}  // namespace isolde
