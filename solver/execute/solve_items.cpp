#include "solver/execute/solve_items.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "encode/chains.hpp"
#include "encode/lines.hpp"
#include "encode/sweep.hpp"
#include "encode/sweep_reasons.hpp"
#include "solver/execute/executor.hpp"
#include "solver/execute/priority.hpp"

namespace isolde {
namespace {

// Executing may undo one step in this many members before it counts as lost.
constexpr std::uint64_t kBudgetShare = 8;
constexpr std::uint64_t kLeastBudget = 1000;
constexpr std::size_t kMostRowBytes = std::size_t{512} << 20;

// What one attempt asks for: a level, or something stronger that no name exists for.
struct Demands {
  bool one_node = true;
  bool sessions = true;
  bool real_time = true;
  bool first_committer_wins = true;

  bool operator==(const Demands&) const = default;
};

Demands demands_of(const LevelInfo& level) {
  return {level.one_node, level.session_order, level.real_time, level.first_committer_wins};
}

// What to try in turn, the level asked for last. Each is stronger than the next: whoever satisfies it
// satisfies the level, too.
std::vector<Demands> attempts(const History& history, const LevelInfo& level) {
  const Demands asked = demands_of(level);
  const bool has_sessions = asked.sessions || history.session_count() != 0;
  const bool has_times = asked.real_time || history.has_times();
  const Demands steps[] = {{true, has_sessions, has_times, true},
                           {true, has_sessions, asked.real_time, true},
                           {asked.one_node, has_sessions, asked.real_time, asked.first_committer_wins},
                           asked};
  std::vector<Demands> result;
  for (const Demands& each : steps)
    if (result.empty() || result.back() != each) result.push_back(each);
  return result;
}

class ItemsSolver {
 public:
  ItemsSolver(const ItemsProblem& problem, const Limits& limits)
      : problem_(problem), items_(problem.items), limits_(limits), deadline_(limits.seconds) {}

  Outcome run() {
    const std::vector<Demands> all = attempts(problem_.history, info(problem_.level));
    for (std::size_t i = 0; i + 1 < all.size() && problem_.tuning.strengthen; ++i)
      if (Outcome outcome = attempt(all[i], false); std::holds_alternative<Accept>(outcome)) return outcome;
    return attempt(all.back(), true);
  }

 private:
  Outcome attempt(const Demands& demands, bool is_last) {
    const Chains chains(items_, demands.first_committer_wins);
    if (chains.clash()) return Reject{members_of(*chains.clash())};
    const Lines lines(problem_.history, items_, {demands.sessions, demands.real_time, problem_.clock_skew});
    const ItemGraph graph{items_, chains, lines, demands.one_node, demands.first_committer_wins};
    const Priorities priorities = best_priorities(lines);
    Executor executor(graph, priorities);
    const bool may_sweep = FrontierRows::bytes(graph.event_count(), lines.line_count()) <= kMostRowBytes;
    const std::uint64_t patience = items_.member_count() / kBudgetShare + kLeastBudget;
    const std::uint64_t budget = is_last && !may_sweep ? UINT64_MAX : patience;
    const ExecutionAnswer answer =
        problem_.tuning.sweep_first && may_sweep ? ExecutionAnswer::kOverBudget : executor.run(budget, stop_);
    if (answer != ExecutionAnswer::kOverBudget || !may_sweep) return outcome_of(answer, executor);
    if (!executor.complete_by_force()) {
      // Reads and orders alone cannot be respected; executing once more shows where.
      Executor again(graph, priorities);
      return outcome_of(again.run(UINT64_MAX, stop_), again);
    }
    return close_and_execute(graph, executor.execution().trail(), is_last ? UINT64_MAX : patience);
  }

  // Executing got lost: first find out what is certain, then execute again.
  Outcome close_and_execute(const ItemGraph& graph, const std::vector<EventCode>& guess,
                            std::uint64_t budget) {
    Sweep sweep(graph, guess);
    const SweepAnswer swept = sweep.run(stop_);
    if (swept == SweepAnswer::kStopped) return out_of_time();
    if (swept == SweepAnswer::kRefuted) {
      SweepReasons reasons(sweep);
      reasons.explain_contradiction();
      return Reject{suspects(reasons.members())};
    }
    Priorities by_guess(items_.member_count());
    for (std::uint32_t at = 0; at < guess.size(); ++at) by_guess[member_of(guess[at])] = at;
    Executor executor(graph, by_guess, &sweep);
    const ExecutionAnswer answer = executor.run(budget, stop_);
    return outcome_of(answer, executor);
  }

  Outcome outcome_of(ExecutionAnswer answer, const Executor& executor) const {
    if (answer == ExecutionAnswer::kComplete) return Accept{executor.execution().schedule()};
    if (answer == ExecutionAnswer::kRefuted) return Reject{suspects(executor.refutation())};
    return out_of_time();
  }

  Unknown out_of_time() const {
    return Unknown{fmt::format("the time limit of {} s was reached", limits_.seconds.value_or(0))};
  }

  Priorities best_priorities(const Lines& lines) const {
    if (problem_.tuning.hints) {
      if (auto by_time = priorities_by_time(problem_.history, items_)) return *std::move(by_time);
      if (auto by_id = priorities_by_id(problem_.history, items_, lines)) return *std::move(by_id);
    }
    if (auto by_depth = priorities_by_depth(items_, lines)) return *std::move(by_depth);
    return Priorities(items_.member_count());
  }

  std::vector<TxnId> members_of(const Clash& clash) const {
    std::vector<Member> members{clash.first};
    if (clash.second != kNone) members.push_back(clash.second);
    if (!items_.is_initial(clash.version)) members.push_back(items_.writer(clash.version));
    return suspects(members);
  }

  // What they read means nothing without those who wrote it.
  std::vector<TxnId> suspects(std::vector<Member> members) const {
    for (std::size_t i = members.size(); i-- > 0;)
      for (const Version version : items_.reads(members[i]))
        if (!items_.is_initial(version)) members.push_back(items_.writer(version));
    std::ranges::sort(members);
    members.erase(std::ranges::unique(members).begin(), members.end());
    std::vector<TxnId> txns;
    for (const Member member : members) txns.push_back(items_.txn(member));
    return txns;
  }

  const ItemsProblem& problem_;
  const Items& items_;
  const Limits& limits_;
  const Deadline deadline_;
  const std::function<bool()> stop_ = [this] { return deadline_.expired(); };
};

}  // namespace

Outcome solve_items(const ItemsProblem& problem, const Limits& limits) {
  return ItemsSolver(problem, limits).run();
}

}  // namespace isolde
