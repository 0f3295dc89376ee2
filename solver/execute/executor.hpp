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

namespace isolde {

enum class ExecutionAnswer : std::uint8_t { kComplete, kRefuted, kOverBudget, kStopped };

struct ExecutorStatistics {
  std::uint64_t steps = 0;
  std::uint64_t undone = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t facts = 0;
  std::uint64_t clauses = 0;
};

class Executor {
 public:
  // `priorities` by member, smallest first; steers, decides nothing. `told` are orders of chains that bind
  // from the start, of members' versions only; a refutation may rest on them.
  Executor(const ItemGraph& input, std::span<const std::uint32_t> priorities, const Sweep* sweep = nullptr,
           std::span<const ChainOrder> told = {});

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

 private:
  enum class LineState : std::uint8_t { kIdle, kCandidate, kReady, kBlocked };

  void tell(ChainOrder order);
  void look_at(Line line);
  void park(Line line, Member on);
  void unpark(Line line);
  void wake(Member member);
  void run_event(Member member);
  [[nodiscard]] bool run_ready();
  [[nodiscard]] Member blocker(Member member);
  [[nodiscard]] Member learned_blocker(Member member);
  [[nodiscard]] Member least_forcible() const;
  [[nodiscard]] bool closes_circle(Line line) const;
  [[nodiscard]] std::vector<Line> stuck_lines() const;

  // Nothing goes on: learn, and take back. Nothing if it can go on.
  [[nodiscard]] std::optional<ExecutionAnswer> resolve_conflict(const std::function<bool()>& stop);
  [[nodiscard]] bool learn(std::vector<struct WaitCycle>& cycles, std::size_t& keep);
  void refute(const LearnedOrders::Source& source);
  [[nodiscard]] std::size_t kept_by(ChainOrder order) const;
  void take_back(std::size_t keep);
  void restart_lines();

  Execution execution_;
  LearnedOrders learned_;
  ReadyQueue ready_;       // everything can happen
  ReadyQueue half_ready_;  // can begin, but could not commit yet
  std::vector<LineState> states_;
  std::vector<Line> candidates_;
  std::vector<Member> waits_on_;     // by line, while blocked
  std::vector<Line> first_waiting_;  // by member
  std::vector<Line> next_waiting_;   // by line
  Line circle_ = kNone;              // a line that waits for itself, in the end
  std::span<const std::uint32_t> priorities_;
  ExecutorStatistics statistics_;
  std::vector<Member> refutation_;
  bool is_refuted_ = false;  // by orders that were told
};

}  // namespace isolde
