#include "solver/execute/solve_items.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "base/clock.hpp"
#include "encode/items/chains.hpp"
#include "encode/items/encode.hpp"
#include "encode/items/sweep.hpp"
#include "encode/items/sweep_reasons.hpp"
#include "encode/lines.hpp"
#include "solver/execute/executor.hpp"
#include "solver/execute/priority.hpp"
#include "solver/execute/told_orders.hpp"
#include "solver/execute/tuning.hpp"
#include "solver/relaxation.hpp"
#include "solver/suspects.hpp"
#include "solver/watch.hpp"

namespace isolde {
namespace {

class ItemsSolver {
 public:
  ItemsSolver(const ItemsProblem& problem, const Limits& limits, ItemsFigures& figures)
      : problem_(problem),
        asked_(problem.demands),
        items_(problem.items),
        watch_(limits),
        figures_(figures) {}

  Outcome run() {
    const ItemsTuning& tuning = problem_.tuning;
    const Deciding deciding =
        problem_.observations == nullptr ? Deciding::kByExecuting : Deciding::kByObserving;
    std::vector<Demands> steps{asked_};
    if (tuning.strengthen)
      steps = relaxations(problem_.history, asked_, tuning.use, tuning.version_orders, deciding);
    return relax(
        steps, [&](const Demands& demands) { return try_stronger(demands); },
        [&](const Demands& demands) {
          exempt_.clear();
          return attempt(demands, true);
        });
  }

 private:
  // A verdict about the level asked from an attempt at more. What refutes that is tried alone at the level
  // asked: if it is refuted there, too, so is the history. If not, and if only given orders are too many, the
  // suspects are let go from these, and all others keep them.
  std::optional<Outcome> try_stronger(const Demands& demands) {
    const bool is_only_orders = demands.has_shape_of(asked_);
    for (std::size_t round = 0; round < kMostExemptions; ++round) {
      Outcome outcome = attempt(demands, false);
      if (std::holds_alternative<Accept>(outcome)) return outcome;
      if (watch_.is_over()) return watch_.reason();
      const auto* reject = std::get_if<Reject>(&outcome);
      if (reject == nullptr) return std::nullopt;
      if (auto refuted = refute_alone(reject->suspects)) return refuted;
      if (demands.version_orders != nullptr || !let_go(reject->suspects) || !is_only_orders)
        return std::nullopt;
    }
    return std::nullopt;
  }

  // Dependencies among some members are those among all, so if these have no schedule, nobody has.
  std::optional<Outcome> refute_alone(const std::vector<TxnId>& txns) {
    if (txns.empty() || txns.size() > kMostTriedAlone) return std::nullopt;
    const History& history = problem_.history;
    if (!writers_) writers_.emplace(history);
    std::vector<bool> members(history.transaction_count());
    for (const TxnId txn : txns) members[txn.index()] = true;
    const Items items(history, *writers_, members);
    ItemsFigures unseen;
    const ItemsProblem alone{history, items, asked_, problem_.tuning};
    Outcome outcome = ItemsSolver(alone, watch_.rest(), unseen).attempt(asked_, false);
    if (!std::holds_alternative<Reject>(outcome)) return std::nullopt;
    return outcome;
  }

  // False if all of them were let go before, or nobody is blamed.
  bool let_go(const std::vector<TxnId>& txns) {
    if (txns.size() > kMostTriedAlone) return false;
    exempt_.resize(items_.member_count());
    bool is_new = false;
    for (const TxnId txn : txns) {
      is_new |= !exempt_[items_.member(txn)];
      exempt_[items_.member(txn)] = true;
    }
    return is_new;
  }

  // What was asked for binds everybody.
  [[nodiscard]] ExemptMembers exempt() const {
    ExemptMembers exempt;
    if (!exempt_.empty() && !asked_.session_order) exempt.from_sessions = &exempt_;
    if (!exempt_.empty() && !asked_.real_time) exempt.from_time = &exempt_;
    return exempt;
  }

  // Exact if `is_last`; otherwise it may give up.
  Outcome attempt(const Demands& demands, bool is_last) {
    const Stopwatch encoding;
    const Chains chains(items_, demands.first_committer_wins);
    if (chains.clash()) return Reject{suspects(members_of(*chains.clash()))};
    figures_.writer_pairs = chains.version_pairs();
    figures_.chain_pairs = chains.chain_pairs();
    const Lines lines(problem_.history, items_, demands, exempt());
    const ItemGraph graph{items_, chains, lines, demands.one_node, demands.first_committer_wins};
    std::vector<ChainOrder> told;
    if (demands.version_orders != nullptr)
      told = told_orders(problem_.history, items_, chains, *demands.version_orders);
    Priorities priorities = best_priorities(chains, lines, told);
    figures_.encode_seconds += encoding.seconds();
    const std::size_t row_bytes = FrontierRows::bytes(graph.event_count(), lines.line_count());
    const bool may_sweep =
        problem_.observations == nullptr && row_bytes <= kMostRowBytes && !watch_.is_out_of_memory(row_bytes);
    const bool is_of_its_shape = demands.has_shape_of(asked_);
    if (problem_.tuning.list_first && is_of_its_shape && lists_pairs(graph))
      return solve_all_pairs(demands, graph, is_last);
    std::optional<Executor> executor(std::in_place, graph, priorities, nullptr, problem_.observations, told);
    const bool sweeps_first = problem_.tuning.sweep_first && may_sweep;
    ExecutionAnswer answer = sweeps_first ? ExecutionAnswer::kOverBudget : run(*executor, patience(lines));
    if (answer == ExecutionAnswer::kOverBudget && !sweeps_first && has_second_guess()) {
      priorities = *priorities_by_time(problem_.history, items_, TimeGuess::kEnd);
      executor.emplace(graph, priorities, nullptr, problem_.observations, told);
      answer = run(*executor, patience(graph.lines));
    }
    if (answer != ExecutionAnswer::kOverBudget || problem_.observations != nullptr)
      return outcome_of(answer, *executor);
    if (!sweeps_first && is_of_its_shape && lists_pairs(graph))
      return solve_all_pairs(demands, graph, is_last);
    if (may_sweep && executor->complete_by_force()) {
      const std::vector<EventCode> guess = executor->execution().trail();
      executor.reset();
      return close_and_execute(graph, guess, told, is_last);
    }
    // Reads and orders alone cannot be respected, which executing once more shows, or there are too many
    // lines.
    executor.emplace(graph, priorities, nullptr, nullptr, told);
    return outcome_of(run(*executor, is_last ? Executor::kUnlimited : patience(lines)), *executor);
  }

  // Where nearly everybody is a line of his own, closing costs the square of the members, and executing goes
  // in small steps. Then listing all pairs is the better way, if there is room for it.
  [[nodiscard]] bool lists_pairs(const ItemGraph& graph) const {
    return problem_.observations == nullptr && are_short(graph.lines) && !graph.lines.has_real_time() &&
           exempt_.empty() && items_.member_count() <= kMostListed &&
           graph.chains.chain_pairs() <= kMostListedPairs &&
           !watch_.is_out_of_memory(graph.chains.chain_pairs() * kBytesPerPair);
  }

  Outcome solve_all_pairs(const Demands& demands, const ItemGraph& graph, bool is_last) {
    const Stopwatch encoding;
    const Polygraph polygraph = encode(problem_.history, items_, demands, nullptr, stop_);
    figures_.encode_seconds += encoding.seconds();
    if (watch_.is_over()) return watch_.reason();
    CycleFinder* finder = problem_.tuning.finder_for ? problem_.tuning.finder_for(polygraph) : nullptr;
    figures_.is_pruned = true;
    Limits limits = watch_.rest();
    if (limits.seconds && !is_last) *limits.seconds *= kShareOfListing;
    const std::vector<Node> guess = guess_for(polygraph, graph);
    Outcome outcome = solve_polygraph(polygraph, problem_.tuning.solver, limits, guess,
                                      &figures_.polygraph.emplace(), finder);
    figures_.prune_seconds += figures_.polygraph->prune_seconds;
    figures_.undecided_pairs = figures_.polygraph->variables_after_pruning;
    if (auto* reject = std::get_if<Reject>(&outcome))
      reject->suspects = with_context(items_, reject->suspects);
    if (std::holds_alternative<Unknown>(outcome) && watch_.is_over()) return watch_.reason();
    return outcome;
  }

  // By depth, if that parts fewer readers from what they read than the input's own order, which the solver
  // starts from otherwise.
  std::vector<Node> guess_for(const Polygraph& polygraph, const ItemGraph& graph) const {
    const std::optional<Priorities> by_depth = priorities_by_depth(items_, graph.lines);
    if (!by_depth) return {};
    Priorities as_given(items_.member_count());
    std::iota(as_given.begin(), as_given.end(), 0U);
    if (parted_readers(items_, *by_depth) >= parted_readers(items_, as_given)) return {};
    std::vector<Member> members = as_given;
    std::ranges::stable_sort(members, {}, [&](Member member) { return (*by_depth)[member]; });
    std::vector<Node> order;  // those of no transaction come as soon as they can
    const std::size_t events = graph.event_count();
    for (auto node = static_cast<Node>(events); node < polygraph.node_count(); ++node) order.push_back(node);
    for (const Member member : members) {
      if (!graph.one_node) order.push_back(begin_of(member));
      order.push_back(graph.one_node ? member : commit_of(member));
    }
    return order;
  }

  // Executing got lost: first find out what is certain, then execute again.
  Outcome close_and_execute(const ItemGraph& graph, const std::vector<EventCode>& guess,
                            std::span<const ChainOrder> told, bool is_last) {
    figures_.is_pruned = true;
    const Stopwatch pruning;
    Sweep sweep(graph, guess);
    const SweepAnswer swept = sweep.run(stop_);
    figures_.prune_seconds += pruning.seconds();
    if (swept == SweepAnswer::kStopped) return watch_.reason();
    figures_.undecided_pairs = sweep.undecided().size();
    if (swept == SweepAnswer::kRefuted) {
      SweepReasons reasons(sweep);
      reasons.explain_contradiction();
      return Reject{suspects(reasons.members())};
    }
    Priorities by_guess(items_.member_count());
    for (std::uint32_t at = 0; at < guess.size(); ++at) by_guess[member_of(guess[at])] = at;
    Executor executor(graph, by_guess, &sweep, nullptr, told);
    const std::uint64_t budget =
        problem_.tuning.patience.value_or(kPatienceAfterClosing * patience(graph.lines));
    const ExecutionAnswer answer = run(executor, budget);
    if (answer != ExecutionAnswer::kOverBudget || !is_last) return outcome_of(answer, executor);
    return search(sweep, guess);
  }

  // Executing got lost again: what is left is a polygraph of the pairs that nothing decides.
  Outcome search(const Sweep& sweep, const std::vector<EventCode>& guess) {
    if (watch_.is_out_of_memory(sweep.undecided().size() * kBytesPerPair)) return watch_.reason();
    const Polygraph polygraph = encode(problem_.history, items_, asked_, &sweep);
    const bool one_node = sweep.graph().one_node;
    std::vector<Node> order;  // those of no transaction come as soon as they can
    for (auto node = static_cast<Node>(guess.size()); node < polygraph.node_count(); ++node)
      order.push_back(node);
    for (const EventCode event : guess) order.push_back(one_node ? member_of(event) : event);
    SolverOptions solver = problem_.tuning.solver;
    solver.prune = false;
    Outcome outcome = solve_polygraph(polygraph, solver, watch_.rest(), order, &figures_.polygraph.emplace());
    // What the sweep derived is known in this polygraph, so its refutation does not name all who matter.
    if (auto* reject = std::get_if<Reject>(&outcome)) reject->suspects.clear();
    if (std::holds_alternative<Unknown>(outcome) && watch_.is_over()) return watch_.reason();
    return outcome;
  }

  ExecutionAnswer run(Executor& executor, std::uint64_t budget) {
    const ExecutionAnswer answer = executor.run(budget, stop_);
    figures_.is_executed = true;
    const ExecutorStatistics& statistics = executor.statistics();
    figures_.execution.steps += statistics.steps;
    figures_.execution.undone += statistics.undone;
    figures_.execution.conflicts += statistics.conflicts;
    figures_.execution.facts += statistics.facts;
    figures_.execution.clauses += statistics.clauses;
    figures_.execution.repairs += statistics.repairs;
    figures_.execution.looks += statistics.looks;
    return answer;
  }

  Outcome outcome_of(ExecutionAnswer answer, const Executor& executor) const {
    switch (answer) {
      case ExecutionAnswer::kComplete:
        return Accept{executor.execution().schedule()};
      case ExecutionAnswer::kRefuted:
        return Reject{suspects(executor.refutation())};
      case ExecutionAnswer::kStopped:
        return watch_.reason();
      case ExecutionAnswer::kOverBudget:
        break;
    }
    return Unknown{"too many steps were undone"};
  }

  // How much may be undone by the next execution.
  [[nodiscard]] std::uint64_t patience(const Lines& lines) const {
    const std::uint64_t members = items_.member_count();
    if (problem_.observations == nullptr || are_short(lines)) return members / kBudgetShare + kLeastBudget;
    const std::uint64_t all = kObservingBudgetFactor * members + kLeastObservingBudget;
    return all - std::min(all, figures_.execution.undone);
  }

  // So short that they tell little, and many.
  [[nodiscard]] bool are_short(const Lines& lines) const {
    return kFewPerLine * lines.line_count() > items_.member_count();
  }

  // Databases that lock commit near the end of a transaction, others anywhere in it.
  [[nodiscard]] bool has_second_guess() const {
    return uses_times() && priorities_by_time(problem_.history, items_, TimeGuess::kEnd).has_value();
  }

  [[nodiscard]] bool uses_times() const {
    return problem_.tuning.hints && (problem_.tuning.use.real_time || asked_.real_time);
  }

  Priorities best_priorities(const Chains& chains, const Lines& lines,
                             std::span<const ChainOrder> told) const {
    if (uses_times())
      if (auto by_time = priorities_by_time(problem_.history, items_, TimeGuess::kMiddle))
        return *std::move(by_time);
    if (!told.empty())
      if (auto by_told = priorities_by_orders(items_, chains, lines, told)) return *std::move(by_told);
    if (problem_.tuning.hints) {
      if (auto by_id = priorities_by_id(problem_.history, items_, lines)) return *std::move(by_id);
    }
    // A wrong guess costs more with observations than finding a better one.
    if (problem_.observations != nullptr)
      if (auto by_chains = priorities_by_orders(items_, chains, lines, {})) return *std::move(by_chains);
    if (auto by_depth = priorities_by_depth(items_, lines)) return *std::move(by_depth);
    return Priorities(items_.member_count());
  }

  std::vector<Member> members_of(const Clash& clash) const {
    std::vector<Member> members{clash.first};
    if (clash.second != kNone) members.push_back(clash.second);
    if (!items_.is_initial(clash.version)) members.push_back(items_.writer(clash.version));
    return members;
  }

  std::vector<TxnId> suspects(const std::vector<Member>& members) const {
    std::vector<TxnId> txns;
    for (const Member member : members) txns.push_back(items_.txn(member));
    return with_context(items_, txns);
  }

  const ItemsProblem& problem_;
  const Demands& asked_;
  const Items& items_;
  const Watch watch_;
  ItemsFigures& figures_;
  std::optional<WriterIndex> writers_;  // once somebody is suspected
  std::vector<bool> exempt_;            // by member: from orders that need not bind; empty: nobody
  const std::function<bool()> stop_ = [this] { return watch_.is_over(); };
};

}  // namespace

Outcome solve_items(const ItemsProblem& problem, const Limits& limits, ItemsFigures* figures) {
  ItemsFigures unseen;
  return ItemsSolver(problem, limits, figures != nullptr ? *figures : unseen).run();
}

}  // namespace isolde
