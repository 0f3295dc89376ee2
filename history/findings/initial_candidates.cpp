#include "history/findings/initial_candidates.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/sort_unique.hpp"
#include "history/findings/counter_origin.hpp"
#include "history/findings/counter_values.hpp"
#include "history/findings/wide.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostCandidates = 32;  // of one key; chosen, not measured

// What the history says about one key whose initial value is unknown.
struct KeyLog {
  std::vector<CounterLog::Update> updates;
  std::vector<CounterLog::Read> counter_reads;  // of committed transactions
  std::vector<ValueId> seen;                    // before own writes, by who may have taken effect
  std::vector<ValueId> seen_for_certain;        // the same, by committed ones
  std::vector<ValueId> written;
  bool grows = false;  // it is a list or a set
  bool is_written = false;
  bool overflows = false;
};

class KeyLogs {
 public:
  explicit KeyLogs(const History& history) : history_(history), slots_(history.key_count()) {
    for (std::size_t i = 0; i < history.key_count(); ++i) {
      if (!history.is_initial_assumed(KeyId(i))) continue;
      keys_.emplace_back(i);
      slots_[i] = keys_.size();
    }
    logs_.resize(keys_.size());
    for (const TxnId txn : history.transactions()) add(txn);
  }

  [[nodiscard]] const std::vector<KeyId>& keys() const { return keys_; }
  [[nodiscard]] const KeyLog& log(std::size_t i) const { return logs_[i]; }
  [[nodiscard]] bool has_predicates() const { return has_predicates_; }

 private:
  void add(TxnId txn) {
    touched_.clear();
    const bool is_live = history_.status(txn) != TxnStatus::kAborted;
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (is_predicate(kind)) has_predicates_ = true;
      if (is_predicate(kind) || slots_[history_.key(op).index()] == 0) continue;
      KeyLog& log = logs_[slots_[history_.key(op).index()] - 1];
      if (kind == OpKind::kRead && is_live) add_read(txn, op, log);
      if (kind == OpKind::kIncrement) add_increment(txn, op, log);
      if (kind == OpKind::kAppend || kind == OpKind::kAdd) log.grows = true;
      if (kind != OpKind::kWrite && kind != OpKind::kInsert && kind != OpKind::kDelete) continue;
      log.is_written = true;
      log.written.push_back(history_.value(op));
      touched_.push_back(history_.key(op));
    }
    for (const auto& [log, read] : own_reads_)
      if (!log->updates.empty() && log->updates.back().txn == txn)
        log->counter_reads[read].own_total = log->updates.back().total;
    own_reads_.clear();
  }

  void add_increment(TxnId txn, OpId op, KeyLog& log) {
    if (log.updates.empty() || log.updates.back().txn != txn) log.updates.push_back({txn, 0});
    std::int64_t& total = log.updates.back().total;
    if (__builtin_add_overflow(total, counter_value(history_, history_.value(op)).value_or(0), &total))
      log.overflows = true;
  }

  void add_read(TxnId txn, OpId op, KeyLog& log) {
    const ValueId value = history_.value(op);
    const bool is_certain = history_.status(txn) == TxnStatus::kCommitted;
    if (std::ranges::find(touched_, history_.key(op)) == touched_.end()) {
      log.seen.push_back(value);
      if (is_certain) log.seen_for_certain.push_back(value);
    }
    if (!is_certain) return;
    const bool has_own = !log.updates.empty() && log.updates.back().txn == txn;
    const std::int64_t own = has_own ? log.updates.back().total : 0;
    const std::optional<std::int64_t> number = counter_value(history_, value);
    if (!number) return;  // no counter shows that, whatever its initial value
    std::int64_t shown = 0;
    if (__builtin_sub_overflow(*number, own, &shown)) log.overflows = true;
    own_reads_.emplace_back(&log, log.counter_reads.size());
    log.counter_reads.push_back({txn, shown, 0});
  }

  const History& history_;
  std::vector<std::size_t> slots_;  // by key; 0: its initial value is known
  std::vector<KeyId> keys_;
  std::vector<KeyLog> logs_;
  std::vector<KeyId> touched_;  // written by the transaction so far
  std::vector<std::pair<KeyLog*, std::size_t>>
      own_reads_;  // of the transaction, whose totals are not known yet
  bool has_predicates_ = false;
};

InitialCandidates of_register(const KeyLog& log) {
  InitialCandidates result{{}, {}, true};
  std::vector<ValueId> written = log.written;
  sort_unique(written);
  for (const ValueId value : log.seen_for_certain) {
    if (std::ranges::binary_search(written, value)) continue;
    result.values.emplace_back(
        value);  // no transaction wrote it: it is initial, or nothing explains the read
    return result;
  }
  std::vector<ValueId> seen = log.seen;
  sort_unique(seen);
  result.values.emplace_back(kInitial);
  for (const ValueId value : seen) {
    // A read of "nothing" may show what a delete left; then some value that was never read would do, too.
    if (value == kInitial) result.is_complete = false;
    if (value == kInitial) continue;
    if (result.values.size() == kMostCandidates) {
      result.is_complete = false;
      break;
    }
    result.values.emplace_back(value);
  }
  return result;
}

std::int64_t as_integer(Wide value) {
  constexpr Wide kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(value, kLeast, kMost));
}

// Lists candidates from the most plausible one outwards.
InitialCandidates of_origin(const CounterOrigin& origin) {
  InitialCandidates result{{}, {}, true};
  const auto is_in = [&](Wide value) { return origin.low <= value && value <= origin.high; };
  const auto add = [&](Wide value) {
    if (as_integer(value) == value && is_in(value)) result.values.emplace_back(as_integer(value));
  };
  if (origin.low > origin.high || origin.step == 0) {
    result.values.emplace_back(as_integer(origin.plausible));
    return result;
  }
  Wide below = origin.plausible;
  Wide above = origin.plausible + origin.step;
  if (below > origin.high) below -= (below - origin.high + origin.step - 1) / origin.step * origin.step;
  if (above < origin.low) above += (origin.low - above + origin.step - 1) / origin.step * origin.step;
  while (result.values.size() < kMostCandidates && (below >= origin.low || above <= origin.high)) {
    add(below);
    add(above);
    below -= origin.step;
    above += origin.step;
  }
  result.is_complete = below < origin.low && above > origin.high;
  if (result.values.empty()) result.values.emplace_back(as_integer(origin.plausible));
  return result;
}

InitialCandidates candidates_of(const History& history, const KeyLog& log, const LevelInfo& level,
                                std::int64_t clock_skew) {
  if (log.grows) return {{}, {kInitial}, false};
  if (log.updates.empty()) return of_register(log);
  if (log.is_written || log.overflows) return {{}, {kInitial}, false};
  if (log.counter_reads.empty()) return {{}, {kInitial}, log.seen.empty()};
  const CounterOrigin origin =
      CounterLog(history, log.updates, clock_skew).origin(log.counter_reads, level.real_time);
  return of_origin(origin);
}

}  // namespace

std::vector<InitialCandidates> initial_candidates(const History& history, const LevelInfo& level,
                                                  std::int64_t clock_skew) {
  std::vector<InitialCandidates> result;
  if (!history.has_assumed_initials()) return result;
  const KeyLogs logs(history);
  for (std::size_t i = 0; i < logs.keys().size(); ++i) {
    result.push_back(candidates_of(history, logs.log(i), level, clock_skew));
    result.back().key = logs.keys()[i];
    if (logs.has_predicates()) result.back().is_complete = false;
  }
  return result;
}

void assume_plausible_initials(History& history) {
  InitialValues initials(history);
  for (const InitialCandidates& each : initial_candidates(history, info(Level::kSerializable), 0))
    initials.assume({each.key, each.values.front()});
}

}  // namespace isolde
