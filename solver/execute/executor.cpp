#include "solver/execute/executor.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"
#include "encode/items/sweep_reasons.hpp"
#include "solver/execute/tuning.hpp"
#include "solver/execute/waits.hpp"

namespace isolde {
Executor::Executor(const ItemGraph& input, std::span<const std::uint32_t> priorities, const Sweep* sweep,
                   Observations* observations, std::span<const ChainOrder> told)
    : execution_(input, sweep, observations),
      observations_(observations),
      key_waits_(static_cast<std::uint32_t>(input.items.member_count())),
      learned_(input.items.member_count()),
      states_(input.lines.line_count(), LineState::kIdle),
      waits_on_(input.lines.line_count(), kNone),
      first_waiting_(input.items.member_count() + (observations != nullptr ? input.items.key_count() : 0),
                     kNone),
      next_waiting_(input.lines.line_count(), kNone),
      priorities_(priorities) {
  for (const ChainOrder& order : told) tell(order);
  if (observations != nullptr) repairs_.emplace(execution_, *observations);
  restart_lines();
}

void Executor::tell(ChainOrder order) {
  const auto& [items, chains, lines, one_node, wins] = execution_.input();
  LearnedOrders::Source source;
  source.members = {items.writer(chains.tail(order.before)), items.writer(order.after)};
  if (learned_.add_fact(order, items.writer(order.after), source)) return;
  is_refuted_ = true;
  refutation_ = source.members;
}

// Every line looks anew whether it can go on. In reverse, since the last candidate is looked at first.
void Executor::restart_lines() {
  ready_.clear();
  half_ready_.clear();
  candidates_.clear();
  circle_ = obstructed_ = kNone;
  for (Line line = static_cast<Line>(states_.size()); line-- > 0;) {
    if (states_[line] == LineState::kBlocked) first_waiting_[waits_on_[line]] = kNone;
    states_[line] = LineState::kIdle;
    if (execution_.front(line) == kNone) continue;
    states_[line] = LineState::kCandidate;
    candidates_.push_back(line);
  }
}

ExecutionAnswer Executor::run(std::uint64_t budget, const std::function<bool()>& stop) {
  const ExecutionAnswer answer = execute(budget, stop);
  ISOLDE_INVARIANT(check_invariants());
  return answer;
}

bool Executor::check_invariants() const {
  if (!execution_.check_invariants()) return false;
  std::vector<std::uint32_t> found_in(states_.size(), kNone);
  for (std::uint32_t on = 0; on < first_waiting_.size(); ++on)
    for (Line line = first_waiting_[on]; line != kNone; line = next_waiting_[line]) {
      if (found_in[line] != kNone) return false;
      found_in[line] = on;
    }
  for (Line line = 0; line < states_.size(); ++line) {
    const bool is_blocked = states_[line] == LineState::kBlocked;
    if (found_in[line] != (is_blocked ? waits_on_[line] : kNone)) return false;
    if (is_blocked && execution_.front(line) == kNone) return false;
  }
  return true;
}

ExecutionAnswer Executor::execute(std::uint64_t budget, const std::function<bool()>& stop) {
  std::uint64_t next_stop = kStepsBetweenStops;
  if (is_refuted_) return ExecutionAnswer::kRefuted;
  while (!execution_.is_complete()) {
    while (!candidates_.empty() && circle_ == kNone && obstructed_ == kNone) {
      const Line line = candidates_.back();
      candidates_.pop_back();
      look_at(line);
    }
    if (statistics_.steps >= next_stop) {
      if (stop && stop()) return ExecutionAnswer::kStopped;
      next_stop = statistics_.steps + kStepsBetweenStops;
    }
    if (obstructed_ != kNone && circle_ == kNone) {
      const bool is_repaired = repair(std::exchange(obstructed_, kNone), kMostUndoneAtOnce);
      if (!is_repaired || !is_over(budget)) continue;
      return ExecutionAnswer::kOverBudget;
    }
    if (circle_ == kNone && run_ready()) continue;
    if (execution_.is_complete()) break;
    if (is_over(budget)) return ExecutionAnswer::kOverBudget;
    if (stop && stop()) return ExecutionAnswer::kStopped;
    if (const auto answer = resolve_conflict(stop)) return *answer;
  }
  return ExecutionAnswer::kComplete;
}

// Every conflict makes all lines look again; where there are many, that is what costs.
bool Executor::is_over(std::uint64_t budget) const {
  const std::uint64_t looks = (statistics_.conflicts + statistics_.repairs) * states_.size() / kLooksPerStep +
                              statistics_.looks / kObstructedLooksPerStep;
  return budget != kUnlimited && statistics_.undone + looks > budget;
}

bool Executor::complete_by_force() {
  restart_lines();
  while (!execution_.is_complete()) {
    while (!candidates_.empty()) {
      const Line line = candidates_.back();
      candidates_.pop_back();
      look_at(line);
    }
    if (run_ready() || execution_.is_complete()) continue;
    circle_ = kNone;
    if (!candidates_.empty() || !ready_.empty() || !half_ready_.empty()) continue;
    const Member member = least_forcible();
    if (member == kNone) return false;
    unpark(execution_.input().lines.line(member));
    run_event(member);
  }
  return true;
}

Member Executor::least_forcible() const {
  Member least = kNone;
  for (Line line = 0; line < states_.size(); ++line) {
    const Member member = execution_.front(line);
    if (member == kNone || (least != kNone && priorities_[member] >= priorities_[least])) continue;
    if (execution_.known_blocker(member) == kNone) least = member;
  }
  return least;
}

void Executor::unpark(Line line) {
  if (states_[line] != LineState::kBlocked) return;
  Line* at = &first_waiting_[waits_on_[line]];
  while (*at != line) at = &next_waiting_[*at];
  *at = next_waiting_[line];
  states_[line] = LineState::kIdle;
}

void Executor::look_at(Line line) {
  const Member member = execution_.front(line);
  if (const std::uint32_t on = blocker(member); on != kNone) return park(line, on);
  if (execution_.is_harmless(member)) return run_event(member);
  states_[line] = LineState::kReady;
  const bool is_whole = execution_.commits_next(member) || execution_.commit_blocker(member) == kNone;
  (is_whole ? ready_ : half_ready_).push(line, priorities_[member]);
}

// What was ready need not be any more.
bool Executor::run_ready() {
  for (ReadyQueue* queue : {&ready_, &half_ready_}) {
    while (!queue->empty()) {
      const Line line = queue->pop();
      const Member member = execution_.front(line);
      if (const std::uint32_t on = blocker(member); on != kNone) {
        park(line, on);
        if (circle_ != kNone) return false;
        if (obstructed_ != kNone) return true;
        continue;
      }
      run_event(member);
      return true;
    }
  }
  return false;
}

void Executor::run_event(Member member) {
  const Lines& lines = execution_.input().lines;
  const Line line = lines.line(member);
  execution_.step(member);
  ++statistics_.steps;
  wake(member);
  states_[line] = LineState::kIdle;
  if (execution_.front(line) == kNone) return;
  states_[line] = LineState::kCandidate;
  candidates_.push_back(line);
}

void Executor::park(Line line, std::uint32_t on) {
  states_[line] = LineState::kBlocked;
  waits_on_[line] = on;
  next_waiting_[line] = first_waiting_[on];
  first_waiting_[on] = line;
  if (waits_for_key(line))
    obstructed_ = line;
  else if (closes_circle(line))
    circle_ = line;
}

void Executor::wake(Member member) {
  wake_waiting(member);
  const Items& items = execution_.input().items;
  if (observations_ == nullptr || !execution_.has_committed(member)) return;
  for (Version version = items.install_begin(member); version < items.install_end(member); ++version)
    wake_waiting(key_waits_ + items.key(version));
}

void Executor::wake_waiting(std::uint32_t on) {
  for (Line line = std::exchange(first_waiting_[on], kNone); line != kNone; line = next_waiting_[line]) {
    states_[line] = LineState::kCandidate;
    candidates_.push_back(line);
  }
}

bool Executor::closes_circle(Line line) const {
  const Lines& lines = execution_.input().lines;
  Line at = line;
  for (std::size_t i = 0; i < kCircleSteps; ++i) {
    if (waits_for_key(at)) return false;
    at = lines.line(waits_on_[at]);
    if (at == line) return true;
    if (states_[at] != LineState::kBlocked) return false;
  }
  return false;
}

std::uint32_t Executor::blocker(Member member) {
  if (const Member on = execution_.blocker(member); on != kNone) return on;
  if (learned_.is_bound(member))
    if (const Member on = learned_blocker(member); on != kNone) return on;
  return observations_ != nullptr ? observed_blocker(member) : kNone;
}

std::uint32_t Executor::observed_blocker(Member member) {
  if (execution_.commits_next(member))
    if (const Member reader = repairs_->holder(member); reader != kNone) return reader;
  if (!execution_.begins_next(member)) return kNone;
  const Obstacle obstacle = observations_->obstacle(member);
  if (obstacle.key == kNone) return kNone;
  ++statistics_.looks;
  return key_waits_ + obstacle.key;
}

// "X before Y" asks that the last writer of X commits before Y's first writer begins (before it commits,
// where writers of one key may overlap), and that the readers of X's last version begin before Y's first
// writer commits.
Member Executor::learned_blocker(Member member) {
  const auto& [items, chains, lines, one_node, wins] = execution_.input();
  Member found = kNone;
  for (Version version = items.install_begin(member); version < items.install_end(member); ++version) {
    const bool is_blocked = learned_.any_before(version, [&](Version before, bool) {
      const Version tail = chains.tail(before);
      const Member writer = items.writer(tail);
      const bool writer_counts = wins ? execution_.begins_next(member) : execution_.commits_next(member);
      if (writer_counts && writer != member && !execution_.has_committed(writer)) found = writer;
      if (found == kNone && execution_.commits_next(member) && execution_.readers_to_come(tail) != 0)
        found = execution_.reader_to_come(tail, member);
      return found != kNone;
    });
    if (is_blocked) return found;
  }
  return kNone;
}

// Where everybody is blocked, following the waits from anywhere leads into a circle.
std::vector<Line> Executor::stuck_lines() const {
  const Lines& lines = execution_.input().lines;
  Line at = circle_;
  for (Line line = 0; at == kNone && line < states_.size(); ++line)
    if (states_[line] == LineState::kBlocked) at = line;
  ISOLDE_INVARIANT(at != kNone);
  for (std::size_t i = 0; i < states_.size() && circle_ == kNone && !waits_for_key(at); ++i)
    at = lines.line(waits_on_[at]);
  std::vector<Line> circle;
  Line line = at;
  do {
    circle.push_back(line);
    if (waits_for_key(line)) break;
    line = lines.line(waits_on_[line]);
  } while (line != at && circle.size() < kMostStarts);
  // A few lines more give other, maybe shorter, conflicts.
  if (states_.size() <= kMostStarts)
    for (Line other = 0; other < states_.size(); ++other)
      if (states_[other] == LineState::kBlocked && std::ranges::find(circle, other) == circle.end())
        circle.push_back(other);
  return circle;
}

std::optional<ExecutionAnswer> Executor::resolve_conflict(const std::function<bool()>& stop) {
  ++statistics_.conflicts;
  std::vector<WaitCycle> cycles = Waits(execution_, learned_).cycles_through(stuck_lines());
  if (cycles.empty() && observations_ != nullptr) {
    if (resolve_obstruction()) return std::nullopt;
    return ExecutionAnswer::kOverBudget;
  }
  std::size_t keep = execution_.event_count();
  if (!learn(cycles, keep)) return ExecutionAnswer::kRefuted;
  if (learned_.needs_solving()) {
    const SatAnswer answer = learned_.solve(stop);
    if (answer == SatAnswer::kStopped) return ExecutionAnswer::kStopped;
    if (answer == SatAnswer::kUnsatisfiable) {
      refute(learned_.all_behind());
      return ExecutionAnswer::kRefuted;
    }
    learned_.for_each_decided([&](ChainOrder order) { keep = std::min(keep, kept_by(order)); });
  }
  take_back(keep);
  return std::nullopt;
}

// Facts if there are any, else the shortest clauses. False: the cycles refute the level.
bool Executor::learn(std::vector<WaitCycle>& cycles, std::size_t& keep) {
  const Items& items = execution_.input().items;
  ISOLDE_REQUIRE(!cycles.empty());
  if (cycles.front().choices.empty()) {
    refute(learned_.all_behind(cycles.front().source));
    return false;
  }
  const bool has_fact = cycles.front().choices.size() == 1;
  std::size_t clauses = 0;
  for (WaitCycle& cycle : cycles) {
    if (!has_fact) {
      if (++clauses > kMostClauses) break;
      ++statistics_.clauses;
      std::vector<ChainOrder> clause;
      for (const ChainOrder& choice : cycle.choices) clause.push_back(choice.reversed());
      learned_.add_clause(clause, items, std::move(cycle.source));
      continue;
    }
    if (cycle.choices.size() > 1) break;
    ++statistics_.facts;
    const ChainOrder fact = cycle.choices.front().reversed();
    LearnedOrders::Source source = cycle.source;
    if (!learned_.add_fact(fact, items.writer(fact.after), std::move(cycle.source))) {
      source.facts.push_back(*learned_.fact(fact.reversed()));
      refute(learned_.all_behind(source));
      return false;
    }
    keep = std::min(keep, kept_by(fact));
  }
  return true;
}

// Who takes part in it: on the cycles, at the ends of the chains that were ordered, and behind what the sweep
// knew.
void Executor::refute(const LearnedOrders::Source& source) {
  const auto& [items, chains, lines, one_node, wins] = execution_.input();
  refutation_ = source.members;
  for (const ChainOrder& order : source.orders)
    for (const Version version :
         {order.before, chains.tail(order.before), order.after, chains.tail(order.after)})
      if (!items.is_initial(version)) refutation_.push_back(items.writer(version));
  if (execution_.has_sweep()) {
    SweepReasons reasons(*execution_.sweep());
    for (const Edge& edge : source.swept) {
      const EventCode commit = commit_of(edge.from);
      const bool is_commit_meant = execution_.sweep()->reaches(commit, edge.to);
      reasons.explain_path(is_commit_meant ? commit : begin_of(edge.from), edge.to);
    }
    const std::vector<Member> behind = reasons.members();
    refutation_.insert(refutation_.end(), behind.begin(), behind.end());
  }
  std::ranges::sort(refutation_);
  refutation_.erase(std::ranges::unique(refutation_).begin(), refutation_.end());
}

// How many events can stay if `order` is to hold.
std::size_t Executor::kept_by(ChainOrder order) const {
  const auto& [items, chains, lines, one_node, wins] = execution_.input();
  const Member later = items.writer(order.after);
  std::size_t keep = execution_.event_count();
  if (!execution_.has_begun(later)) return keep;
  const Version tail = chains.tail(order.before);
  const Member writer = items.writer(tail);
  const auto writer_late = [&](std::size_t position) {
    return writer != later &&
           (!execution_.has_committed(writer) || execution_.commit_position(writer) > position);
  };
  if (wins && writer_late(execution_.begin_position(later))) keep = execution_.begin_position(later);
  if (!execution_.has_committed(later)) return keep;
  const std::uint32_t commit = execution_.commit_position(later);
  bool is_late = !wins && writer_late(commit);
  for (const Member reader : items.readers(tail))
    is_late |=
        reader != later && (!execution_.has_begun(reader) || execution_.begin_position(reader) > commit);
  return is_late ? std::min<std::size_t>(keep, commit) : keep;
}

bool Executor::resolve_obstruction() {
  const Lines& lines = execution_.input().lines;
  if (circle_ != kNone) {
    Line line = circle_;
    do {
      if (let_go(line)) return true;
      line = lines.line(waits_on_[line]);
    } while (line != circle_);
    return false;
  }
  Line best = kNone;
  for (Line line = 0; line < states_.size(); ++line) {
    if (!waits_for_key(line)) continue;
    const Member member = execution_.front(line);
    if (best != kNone && priorities_[member] >= priorities_[execution_.front(best)]) continue;
    if (repairs_->plan(member)) best = line;
  }
  if (best != kNone) return repair(best, execution_.event_count());
  for (Line line = 0; line < states_.size(); ++line)
    if (let_go(line)) return true;
  return false;
}

bool Executor::repair(Line line, std::size_t most_undone) {
  const auto plan = repairs_->plan(execution_.front(line));
  if (!plan || execution_.event_count() - plan->keep > most_undone) return false;
  ++statistics_.repairs;
  repairs_->hold(*plan);
  take_back(plan->keep);
  return true;
}

// The guess that this line's front waits for, if it waits for one.
bool Executor::let_go(Line line) {
  if (states_[line] != LineState::kBlocked || waits_for_key(line)) return false;
  const Member writer = execution_.front(line);
  if (!repairs_->is_held(writer, waits_on_[line])) return false;
  repairs_->let_go(waits_on_[line], writer);
  restart_lines();
  return true;
}

void Executor::take_back(std::size_t keep) {
  while (execution_.event_count() > keep) {
    execution_.undo_last();
    ++statistics_.undone;
  }
  restart_lines();
}

}  // namespace isolde
