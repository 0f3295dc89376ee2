// Deciding by executing: run the members one after another in a promising order; when everybody waits for
// everybody, learn why, take back what was wrong, go on. Commit-order search with conflict-driven learning.
//
// Sound both ways: an execution that completes is a schedule that explains every read; what is learned holds
// in every schedule, so a conflict without choices, or clauses without a model, refute the level. Not bound
// to terminate fast: undone steps are counted against a budget.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "solver/execute/execution.hpp"
#include "solver/execute/learned_orders.hpp"
#include "solver/execute/ready_queue.hpp"
#include "solver/execute/repairs.hpp"

namespace isolde {

enum class ExecutionAnswer : std::uint8_t { kComplete, kRefuted, kOverBudget, kStopped };

struct ExecutorStatistics {
  std::uint64_t steps = 0;
  std::uint64_t undone = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t facts = 0;
  std::uint64_t clauses = 0;
  std::uint64_t repairs = 0;  // of what observations forbade
  std::uint64_t looks = 0;    // that found an observation in the way
};

class Executor {
 public:
  // `priorities` by member, smallest first; steers, decides nothing. With `observations`, members wait until
  // theirs hold, too; then running over budget may mean that nobody knows how to go on. `told` are orders of
  // chains that bind from the start, of members' versions only; a refutation may rest on them.
  Executor(const ItemGraph& input, std::span<const std::uint32_t> priorities, const Sweep* sweep = nullptr,
           Observations* observations = nullptr, std::span<const ChainOrder> told = {});

  static constexpr std::uint64_t kUnlimited = UINT64_MAX;
  // `budget`: how many steps may be undone, or work as much be done. `stop` is asked now and then; may be
  // empty.
  [[nodiscard]] ExecutionAnswer run(std::uint64_t budget, const std::function<bool()>& stop = {});

  // Goes on to the end, and where nothing can happen takes whom only choices hold back: a guess, that reads,
  // lines and real time respect. False if they cannot be respected. Nothing but execution().trail() means
  // anything after it.
  [[nodiscard]] bool complete_by_force();

  [[nodiscard]] const Execution& execution() const { return execution_; }
  [[nodiscard]] const ExecutorStatistics& statistics() const { return statistics_; }
  // After kRefuted: members whose dependencies suffice for it.
  [[nodiscard]] const std::vector<Member>& refutation() const { return refutation_; }

  // Whether the execution is what its trail makes of it, a line waits for something if and only if it is
  // blocked, and then stands in one list, that of what it waits for. Cost: linear.
  [[nodiscard]] bool check_invariants() const;

 private:
  enum class LineState : std::uint8_t { kIdle, kCandidate, kReady, kBlocked };

  [[nodiscard]] ExecutionAnswer execute(std::uint64_t budget, const std::function<bool()>& stop);
  void tell(ChainOrder order);
  void look_at(Line line);
  void park(Line line, std::uint32_t on);
  void unpark(Line line);
  void wake(Member member);
  void wake_waiting(std::uint32_t on);
  void run_event(Member member);
  [[nodiscard]] bool run_ready();
  // A member, or with observations a key, without which the member cannot go on; kNone if it can.
  [[nodiscard]] std::uint32_t blocker(Member member);
  [[nodiscard]] Member learned_blocker(Member member);
  [[nodiscard]] std::uint32_t observed_blocker(Member member);
  [[nodiscard]] Member least_forcible() const;
  [[nodiscard]] bool closes_circle(Line line) const;
  [[nodiscard]] std::vector<Line> stuck_lines() const;

  // Nothing goes on: learn, and take back. Nothing if it can go on.
  [[nodiscard]] std::optional<ExecutionAnswer> resolve_conflict(const std::function<bool()>& stop);
  [[nodiscard]] bool learn(std::vector<struct WaitCycle>& cycles, std::size_t& keep);
  // --- With observations. Lines may wait for a key to change, too: for the number key_waits_ + key.
  // Everybody waits, and reads and orders are not why. False if nobody knows what to do about it.
  [[nodiscard]] bool resolve_obstruction();
  [[nodiscard]] bool repair(Line line, std::size_t most_undone);
  [[nodiscard]] bool let_go(Line line);
  [[nodiscard]] bool waits_for_key(Line line) const {
    return states_[line] == LineState::kBlocked && waits_on_[line] >= key_waits_;
  }
  void refute(const LearnedOrders::Source& source);
  [[nodiscard]] std::size_t kept_by(ChainOrder order) const;
  void take_back(std::size_t keep);
  void restart_lines();
  [[nodiscard]] bool is_over(std::uint64_t budget) const;

  Execution execution_;
  Observations* const observations_;  // null: there are none
  std::optional<Repairs> repairs_;    // with observations
  const std::uint32_t key_waits_;
  LearnedOrders learned_;
  ReadyQueue ready_;       // everything can happen
  ReadyQueue half_ready_;  // can begin, but could not commit yet
  std::vector<LineState> states_;
  std::vector<Line> candidates_;
  std::vector<std::uint32_t> waits_on_;  // by line, while blocked
  std::vector<Line> first_waiting_;      // by member; then, with observations, by key
  std::vector<Line> next_waiting_;       // by line
  Line circle_ = kNone;                  // a line that waits for itself, in the end
  Line obstructed_ = kNone;              // a line that was parked because of a key just now
  std::span<const std::uint32_t> priorities_;
  ExecutorStatistics statistics_;
  std::vector<Member> refutation_;
  bool is_refuted_ = false;  // by orders that were told
};

}  // namespace isolde
