// What reads of counters say where no increment is lost: sums over who committed before
// (encode/choices/counter_keys.hpp).
#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "encode/choices/choice_encoder.hpp"
#include "encode/choices/total_clauses.hpp"

namespace isolde {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

}  // namespace

// One by one, where nothing better is known.
void ChoiceEncoder::add_counter(std::uint32_t touch) {
  const Touch& it = touches_[touch];
  if (!counters_.observes(it) || is_in_state_[touch]) return;
  CounterKeys::Sum known;
  std::vector<OpenTotal> open;
  for (const CounterKeys::Incrementer& each : counters_.incrementers(it.key)) {
    if (each.member == it.member || views_->is_after(each.version, it.member)) continue;
    if (!views_->counts(each.member) || !views_->is_before(each.version, it.member))
      open.push_back({each.total, sees(each.version, it)});
    else
      known = {known.value + each.total, false};
  }
  add_sum(it, known, std::move(open));
}

// The sum of what is in the snapshot for certain, and of what may be, must be one that the touch allows.
void ChoiceEncoder::add_sum(const Touch& touch, CounterKeys::Sum known, std::vector<OpenTotal> open) {
  using Sum = CounterKeys::Sum;
  using Wide = CounterKeys::Wide;
  const Literal counts = effect(touch.member);
  const std::optional<CounterKeys::Told> told = counters_.told(touch);
  if (told && !told->is_possible) return add_clause({~counts});
  if (!counters_.tells_untouched(touch)) known.is_untouched = false;
  // What may change the sum by much comes first: then fewer sums can still be completed.
  std::ranges::stable_sort(open, std::greater{},
                           [](const OpenTotal& each) { return Wide{each.total} * each.total; });
  std::vector<std::pair<Wide, Wide>> reach(open.size() + 1);  // of those from each on
  for (std::size_t i = open.size(); i-- > 0;) {
    reach[i] = reach[i + 1];
    (open[i].total < 0 ? reach[i].first : reach[i].second) += open[i].total;
  }
  const auto leads_on = [&](const Sum& sum, std::size_t next) {
    const bool is_far =
        told && (sum.value + reach[next].first > told->value || sum.value + reach[next].second < told->value);
    return is_far ? std::nullopt : std::optional(sum);
  };
  TotalProblem<Sum> problem;
  for (const OpenTotal& each : open) problem.parts.push_back({each.seen, ~each.seen});
  problem.after = [&](const Sum& sum, std::size_t part, std::size_t option) {
    return leads_on(option == 1 ? sum : Sum{sum.value + open[part].total, false}, part + 1);
  };
  problem.is_met = [&](const Sum& sum) { return counters_.allows(touch, sum); };
  if (!open.empty()) ++result_.choices;
  TotalClauses<Sum> clauses(std::move(problem));
  if (!clauses.lay_out(leads_on(known, 0), kMostAggregateNodes)) {
    result_.left_out = "a counter may have too many values to list";
    return;
  }
  clauses.add(
      counts, [&] { return auxiliary(); },
      [&](std::vector<Literal> clause) { add_clause(std::move(clause)); });
}

// A counter that only grows shows each number in one state, so all who read it saw the same increments.
void ChoiceEncoder::add_growing_counters() {
  is_in_state_.assign(touches_.size(), false);
  std::map<std::uint32_t, std::map<std::int64_t, CounterState>> all;  // by key, and by value in order of time
  for (std::uint32_t touch = 0; touch < touches_.size(); ++touch) {
    const Touch& it = touches_[touch];
    if (!counters_.contains(it.key) || !views_->counts(it.member)) continue;
    const int direction = counters_.direction(it.key);
    const std::optional<CounterKeys::Told> told = counters_.told(it);
    if (direction == 0 || !told || !told->is_possible || told->value == kLeast) continue;
    CounterState& state = all[it.key][direction * told->value];
    state.value = told->value;
    state.touches.push_back(touch);
    is_in_state_[touch] = true;
  }
  for (auto& [key, by_value] : all) {
    std::vector<CounterState> states;
    for (auto& [value, state] : by_value) states.push_back(std::move(state));
    add_states(key, states);
    if (gives_up()) return;
  }
}

// What is in a state is in all later ones.
void ChoiceEncoder::add_states(std::uint32_t key, std::vector<CounterState>& states) {
  if (!know_states(key, states)) return add_clause({});
  for (CounterState& state : states) {
    if (gives_up()) return;
    add_state(key, state);
  }
  for (std::size_t i = 0; i + 1 < states.size(); ++i)
    for (std::size_t k = 0; k < states[i].literals.size(); ++k)
      add_clause({~states[i].literals[k], states[i + 1].literals[k]});
}

// Who increments a state is not in it, but in all later ones: theirs is the next one. False if that cannot
// be.
bool ChoiceEncoder::know_states(std::uint32_t key, std::vector<CounterState>& states) {
  const auto incrementers = counters_.incrementers(key);
  std::vector<Seen> before(incrementers.size(), Seen::kOpen);
  for (CounterState& state : states) {
    state.seen = before;
    for (std::size_t k = 0; k < incrementers.size(); ++k) {
      const auto& [member, version, total] = incrementers[k];
      for (const std::uint32_t touch : state.touches) {
        const Member reader = touches_[touch].member;
        const bool is_seen = reader != member && views_->counts(member) && views_->is_before(version, reader);
        const bool is_unseen = reader == member || views_->is_after(version, reader);
        if ((is_seen && state.seen[k] == Seen::kNo) || (is_unseen && state.seen[k] == Seen::kYes))
          return false;
        if (is_seen || is_unseen) state.seen[k] = is_seen ? Seen::kYes : Seen::kNo;
        if (reader == member || is_seen) before[k] = Seen::kYes;
      }
    }
  }
  for (std::size_t i = states.size(); i-- > 1;)
    for (std::size_t k = 0; k < incrementers.size(); ++k)
      if (states[i].seen[k] == Seen::kNo) states[i - 1].seen[k] = Seen::kNo;
  return true;
}

void ChoiceEncoder::add_state(std::uint32_t key, CounterState& state) {
  CounterKeys::Sum known;
  std::vector<OpenTotal> open;
  const auto incrementers = counters_.incrementers(key);
  for (std::size_t k = 0; k < incrementers.size(); ++k) {
    state.literals.push_back(seen_at(state, incrementers[k], state.seen[k]));
    if (state.seen[k] == Seen::kOpen) open.push_back({incrementers[k].total, state.literals.back()});
    if (state.seen[k] == Seen::kYes) known = {known.value + incrementers[k].total, false};
  }
  add_sum(touches_[state.touches.front()], known, std::move(open));
  // What else the others recorded of it.
  const CounterKeys::Sum sum{state.value, state.value == 0};
  for (const std::uint32_t touch : state.touches)
    if (!counters_.allows(touches_[touch], sum)) result_.impossible.push_back({touches_[touch].member, key});
}

// For all who saw the state at once.
Literal ChoiceEncoder::seen_at(const CounterState& state, const CounterKeys::Incrementer& each, Seen seen) {
  const Literal before = seen == Seen::kOpen ? auxiliary() : constant(seen == Seen::kYes);
  for (const std::uint32_t touch : state.touches) {
    const Touch& it = touches_[touch];
    if (it.member == each.member) continue;
    if (seen != Seen::kNo && !views_->is_before(each.version, it.member))
      add_edge(before, DependencyKind::kWr, each.member, it.member, it.key);
    if (seen != Seen::kYes && !views_->is_after(each.version, it.member))
      add_edge(~before, DependencyKind::kRw, it.member, each.member, it.key);
  }
  return both(before, seen == Seen::kNo ? constant(true) : effect(each.member));
}

}  // namespace isolde
