#include "solver/search.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/contract.hpp"
#include "solver/pending_reads.hpp"
#include "solver/precedence.hpp"
#include "solver/serial_execution.hpp"
#include "solver/state_set.hpp"
#include "solver/tuning.hpp"

namespace isolde {
namespace {

bool is_read_only(const History& history, TxnId txn) {
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    if (is_item_write(kind) || (kind == OpKind::kPredicateWrite && !history.rows(op).empty())) return false;
  }
  return true;
}

class Searcher {
 public:
  Searcher(const SearchProblem& problem, const Limits& limits)
      : history_(problem.history),
        limits_(limits),
        deadline_(limits.seconds),
        roles_(problem.roles.empty() ? roles_by_status(problem.history) : problem.roles),
        execution_(problem.history, problem.demands.rows_bind),
        precedence_(problem, roles_),
        pending_(problem, roles_, execution_) {
    sort_candidates();
  }

  Outcome run();
  [[nodiscard]] SearchStatistics statistics() const {
    SearchStatistics result = statistics_;
    result.states = seen_.size();
    return result;
  }

 private:
  // One decision: what ran since (greedy readers included) and which candidates are still to be tried.
  struct Frame {
    std::size_t trail_size;
    std::size_t next_candidate;
  };

  [[nodiscard]] Accept accept() const {
    Accept result;
    for (const TxnId txn : trail_) result.schedule.push_back({txn, EventKind::kCommit});
    return result;
  }
  void sort_candidates();
  void run_readers();
  [[nodiscard]] bool try_run(TxnId txn);
  void undo_to(std::size_t trail_size);
  [[nodiscard]] bool is_new_state();
  [[nodiscard]] std::optional<Unknown> limit_reached();

  const History& history_;
  const Limits limits_;
  const Deadline deadline_;
  const std::vector<Role> roles_;
  SerialExecution execution_;
  Precedence precedence_;
  PendingReads pending_;

  std::vector<TxnId> writers_;  // candidates for a decision, most promising first
  std::vector<TxnId> readers_;  // required and read-only
  std::vector<TxnId> trail_;
  std::vector<std::size_t> marks_;  // execution marks before each step of the trail
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> key_;
  StateSet seen_;
  SearchStatistics statistics_;
};

// The order of the input, or of time where there is any, is usually close to an order that works.
void Searcher::sort_candidates() {
  std::vector<std::uint32_t> position(history_.session_count());
  std::vector<std::int64_t> priority(history_.transaction_count());
  for (const TxnId txn : history_.transactions()) {
    const SessionId session = history_.session(txn);
    const std::int64_t start = history_.start(txn);
    const std::int64_t end = history_.end(txn);
    priority[txn.index()] = session.is_valid() ? position[session.index()]++ : 0;
    if (start != kNoTime) priority[txn.index()] = end == kNoTime ? start : start + (end - start) / 2;
    if (roles_[txn.index()] == Role::kOut) continue;
    if (!is_read_only(history_, txn)) writers_.push_back(txn);
    // A read-only transaction that need not run, need not be looked at.
    else if (roles_[txn.index()] == Role::kRequired)
      readers_.push_back(txn);
  }
  std::ranges::stable_sort(writers_, {}, [&](TxnId txn) { return priority[txn.index()]; });
  std::ranges::stable_sort(readers_, {}, [&](TxnId txn) { return priority[txn.index()]; });
}

bool Searcher::try_run(TxnId txn) {
  if (!precedence_.may_run(txn)) return false;
  const std::size_t mark = execution_.mark();
  if (!execution_.run(txn, roles_[txn.index()] != Role::kFree)) return false;
  pending_.set_run(txn, true);
  for (const SerialExecution::Change& change : execution_.changes_since(mark)) {
    if (execution_.current(change.key) == change.before || !pending_.is_needed_now(change.key, change.before))
      continue;
    pending_.set_run(txn, false);
    execution_.undo(mark);
    return false;
  }
  precedence_.set_run(txn, true);
  trail_.push_back(txn);
  marks_.push_back(mark);
  ++statistics_.steps;
  return true;
}

void Searcher::undo_to(std::size_t trail_size) {
  while (trail_.size() > trail_size) {
    precedence_.set_run(trail_.back(), false);
    pending_.set_run(trail_.back(), false);
    execution_.undo(marks_.back());
    trail_.pop_back();
    marks_.pop_back();
  }
}

void Searcher::run_readers() {
  // A reader can enable another only through session order or real time, so one more pass after each success
  // is enough.
  bool has_progress = true;
  while (has_progress && !deadline_.expired()) {
    has_progress = false;
    for (const TxnId txn : readers_) has_progress |= try_run(txn);
  }
}

bool Searcher::is_new_state() {
  key_.clear();
  precedence_.append_frontier(key_);
  for (const KeyId key : pending_.stateful_keys()) key_.push_back(execution_.current(key).value);
  return seen_.insert(key_);
}

std::optional<Unknown> Searcher::limit_reached() {
  if (limits_.steps && statistics_.steps > *limits_.steps)
    return Unknown{fmt::format("the limit of {} steps was reached", *limits_.steps)};
  if (deadline_.expired())
    return Unknown{fmt::format("the time limit of {:g} s was reached", *limits_.seconds)};
  const std::size_t memory = limits_.memory_bytes.value_or(kSearchMemory);
  if (seen_.bytes() > memory)
    return Unknown{fmt::format("the memory limit of {} MiB was reached", memory >> 20)};
  return std::nullopt;
}

Outcome Searcher::run() {
  run_readers();
  if (precedence_.all_required_ran()) return accept();
  frames_.push_back({trail_.size(), 0});
  while (!frames_.empty()) {
    if (auto unknown = limit_reached()) return *std::move(unknown);

    Frame& frame = frames_.back();
    undo_to(frame.trail_size);
    while (frame.next_candidate < writers_.size() && !try_run(writers_[frame.next_candidate]))
      ++frame.next_candidate;
    if (frame.next_candidate == writers_.size()) {
      frames_.pop_back();
      ++statistics_.backtracks;
      continue;
    }
    ++frame.next_candidate;
    run_readers();
    if (precedence_.all_required_ran()) return accept();
    if (is_new_state()) frames_.push_back({trail_.size(), 0});
  }
  return Reject{{}};
}

}  // namespace

std::vector<Role> roles_by_status(const History& history) {
  std::vector<Role> roles;
  roles.reserve(history.transaction_count());
  for (const TxnId txn : history.transactions()) {
    const TxnStatus status = history.status(txn);
    roles.push_back(status == TxnStatus::kCommitted       ? Role::kRequired
                    : status == TxnStatus::kIndeterminate ? Role::kOptional
                                                          : Role::kOut);
  }
  return roles;
}

Outcome search(const SearchProblem& problem, const Limits& limits, SearchStatistics* statistics) {
  ISOLDE_REQUIRE(problem.demands.one_node);
  Searcher searcher(problem, limits);
  Outcome outcome = searcher.run();
  if (statistics != nullptr) *statistics = searcher.statistics();
  return outcome;
}

}  // namespace isolde
