#include "encode/choices.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "encode/aggregate_clauses.hpp"
#include "encode/aggregate_looks.hpp"
#include "encode/counter_keys.hpp"
#include "encode/hints.hpp"
#include "encode/key_values.hpp"
#include "encode/level_edges.hpp"
#include "encode/lines.hpp"
#include "encode/literal_graph.hpp"
#include "encode/set_keys.hpp"
#include "encode/source_views.hpp"
#include "encode/time_line.hpp"
#include "encode/total_clauses.hpp"
#include "encode/touches.hpp"
#include "history/given_order.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kQuestionsBetweenStops = 64;
// Beyond, computed values are not followed any more.
constexpr std::size_t kMostHoldings = 300'000;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr const char* kTimeLimit = "the time limit was reached";

std::uint64_t pair(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32U) | b; }

class ChoiceEncoder {
 public:
  ChoiceEncoder(const History& history, const Items& items, const ChoiceOptions& options,
                std::function<bool()> stop)
      : history_(history),
        items_(items),
        options_(options),
        edges_(options.one_node, options.first_committer_wins),
        uses_times_(options.real_time && history.has_times()),
        lines_(history, items, {options.session_order, false, 0}),
        stop_(stop ? std::move(stop) : [] { return false; }),
        values_(history),
        touches_(history, items, values_, options.rows, stop_, options.keep),
        sets_(items, touches_, values_, options.first_committer_wins && !touches_.is_incomplete()),
        counters_(items, touches_, values_, options.first_committer_wins && !touches_.is_incomplete()) {}

  EncodedChoices run() {
    // Also if nothing is encoded.
    for (Member member = 0; member < items_.member_count(); ++member)
      result_.takes_effect.push_back(history_.status(items_.txn(member)) == TxnStatus::kCommitted
                                         ? EncodedChoices::kAlways
                                         : EncodedChoices::kNever);
    if (touches_.is_incomplete()) {
      result_.left_out = kTimeLimit;
      return finish();
    }
    add_known_orders();
    if (closure_bytes() > options_.most_closure_bytes) {
      result_.left_out = "reachability among so many transactions does not fit into memory";
      return finish();
    }
    SourceViews views(
        {history_, items_, touches_, sets_, counters_, values_, edges_, uses_times_, options_.clock_skew},
        graph_);
    views_ = &views;
    views.narrow(stop_, options_.narrow);
    if (!views.is_contradictory() && !views.left_out()) add_choices();
    result_.impossible.insert(result_.impossible.end(), views.impossible().begin(), views.impossible().end());
    if (views.left_out()) result_.left_out = views.left_out();
    return finish();
  }

 private:
  // That a version holds a value, yet to be justified.
  struct Claim {
    Version version;
    ValueId value;
    Literal literal;
  };

  // Somebody who may be in a snapshot, and the literal that says so.
  struct OpenTotal {
    std::int64_t total;
    Literal seen;
  };
  enum class Seen : std::uint8_t { kOpen, kYes, kNo };
  // All that saw one state of a counter that only grows, and by incrementer whether that is in it.
  struct CounterState {
    std::int64_t value = 0;
    std::vector<std::uint32_t> touches = {};
    std::vector<Seen> seen = {};
    std::vector<Literal> literals = {};
  };

  EncodedChoices finish() {
    if (!result_.left_out) result_.left_out = aggregate_left_out_;
    graph_.finish();
    result_.graph = std::move(graph_);
    return std::move(result_);
  }
  [[nodiscard]] std::size_t closure_bytes() const;
  void add_known_orders();
  void add_choices();
  void add_touches(Member member);
  [[nodiscard]] bool gives_up();
  void add_touch(std::uint32_t touch);
  void add_settled(std::uint32_t touch);
  void add_set(std::uint32_t touch);
  void add_counter(std::uint32_t touch);
  void add_growing_counters();
  void add_states(std::uint32_t key, std::vector<CounterState>& states);
  [[nodiscard]] bool know_states(std::uint32_t key, std::vector<CounterState>& states);
  void add_state(std::uint32_t key, CounterState& state);
  [[nodiscard]] Literal seen_at(const CounterState& state, const CounterKeys::Incrementer& each, Seen seen);
  void add_sum(const Touch& touch, CounterKeys::Sum known, std::vector<OpenTotal> open);
  void add_write_pairs();
  void add_aggregates(Member member);
  void add_aggregate(Member member, OpId op, std::span<const AggregateLook> looks);
  [[nodiscard]] std::vector<AggregateOption> aggregate_options(const AggregateLook& look);
  void justify(const Claim& claim);
  void add_source(std::uint32_t touch, Version source, Literal from);
  void add_rest_of_window(std::uint32_t touch, Version source, Literal from);

  // --- Literals, each made when it is first needed.
  [[nodiscard]] Literal from(std::uint32_t touch, Version source);
  [[nodiscard]] Literal holds(Version version, ValueId value);
  [[nodiscard]] Literal order(Version first, Version second);
  [[nodiscard]] Literal overtaken(Member reader, Version version);
  [[nodiscard]] Literal precedes(Version version, const Touch& reader);
  [[nodiscard]] Literal sees(Version version, const Touch& reader);
  [[nodiscard]] Literal effect(Member member);
  [[nodiscard]] Literal constant(bool truth) { return formula_.constant(truth); }
  [[nodiscard]] Literal auxiliary() { return formula_.auxiliary(); }

  void add_clause(std::vector<Literal> clause) { formula_.add_clause(std::move(clause)); }
  void add_edge(Literal literal, DependencyKind kind, Member from, Member to, std::uint32_t key) {
    formula_.add_edge(literal, edges_.edge(kind, from, to), {kind, KeyId(key)});
  }
  // --- What is known about the order of two: by all that is known or, if conclusions are left to others, by
  // session order and real time as they are given. Versions are not initial.
  [[nodiscard]] bool is_before(Version version, Member reader) const {
    return options_.narrow ? views_->is_before(version, reader) : is_told(items_.writer(version), reader);
  }
  [[nodiscard]] bool are_ordered(Version first, Version second) const {
    return options_.narrow ? views_->are_ordered(first, second)
                           : is_told(items_.writer(first), items_.writer(second));
  }
  [[nodiscard]] bool is_told(Member first, Member second) const {
    const TxnId a = items_.txn(first);
    const TxnId b = items_.txn(second);
    return (options_.session_order && session_orders(history_, a, b)) ||
           (uses_times_ && real_time_orders(history_, a, b, options_.clock_skew));
  }
  // Some value that the snapshot may hold is held by the source.
  [[nodiscard]] std::vector<Literal> holds_any(const View& view, Version source) {
    std::vector<Literal> literals;
    for (const ValueId value : *view.values)
      if (views_->may_hold(source, value)) literals.push_back(holds(source, value));
    return literals;
  }

  const History& history_;
  const Items& items_;
  const ChoiceOptions& options_;
  const LevelEdges edges_;
  const bool uses_times_;
  const Lines lines_;
  const std::function<bool()> stop_;
  KeyValues values_;
  const Touches touches_;
  const SetKeys sets_;
  const CounterKeys counters_;
  SourceViews* views_ = nullptr;
  LiteralGraph formula_;
  Polygraph& graph_ = formula_.graph();
  EncodedChoices result_;
  std::vector<std::uint32_t> touch_begins_;  // by member
  std::vector<Member> awakened_;             // indeterminate members whose touches are still to be added
  std::vector<Claim> claims_;
  std::vector<bool> is_in_state_;  // by touch: a read of a counter that is added with others
  std::optional<std::string> aggregate_left_out_;
  std::uint64_t questions_ = 0;
  // Looked up only, never iterated.
  std::unordered_map<std::uint64_t, Literal> froms_;      // by touch and version
  std::unordered_map<std::uint64_t, Literal> holdings_;   // by version and value
  std::unordered_map<std::uint64_t, Variable> orders_;    // by members, the smaller one first
  std::unordered_map<std::uint64_t, Literal> overtakes_;  // by members
  std::unordered_map<std::uint64_t, Literal> precedes_;   // by members
};

// About; the window of a long history with times is far smaller than full rows.
std::size_t ChoiceEncoder::closure_bytes() const {
  const std::size_t nodes = graph_.node_count();
  const ClosureKind kind = choose_closure(nodes, graph_.hints);
  if (kind == ClosureKind::kWindow) return 0;
  if (kind != ClosureKind::kChain) return nodes * (nodes / 8);
  std::uint32_t lines = 0;
  for (const std::uint32_t line : graph_.hints.lines) lines = std::max(lines, line + 1);
  return nodes * lines * sizeof(std::uint32_t);
}

void ChoiceEncoder::add_known_orders() {
  for (Member member = 0; member < items_.member_count(); ++member) {
    const TxnId txn = items_.txn(member);
    if (!edges_.one_node()) graph_.add_node({txn, EventKind::kBegin});
    graph_.add_node({txn, EventKind::kCommit});
    if (!edges_.one_node()) graph_.add_known({edges_.begin(member), edges_.commit(member)}, {});
  }
  for (Member member = 0; member < items_.member_count(); ++member) {
    const Member last = lines_.predecessor(member);
    if (last != kNone)
      graph_.add_known(edges_.edge(DependencyKind::kSo, last, member), {DependencyKind::kSo, {}});
  }
  std::vector<TimePoint> points;
  if (uses_times_) points = add_time_line(history_, items_, edges_, options_.clock_skew, graph_);
  graph_.hints = closure_hints(history_, items_, lines_, edges_,
                               {uses_times_, options_.clock_skew, graph_.node_count(), points});
}

void ChoiceEncoder::add_choices() {
  touch_begins_.assign(items_.member_count() + 1, 0);
  for (std::size_t i = 0; i < touches_.size(); ++i) ++touch_begins_[touches_[i].member + 1];
  for (std::size_t i = 1; i < touch_begins_.size(); ++i) touch_begins_[i] += touch_begins_[i - 1];
  for (Member member = 0; member < items_.member_count(); ++member)
    if (views_->counts(member)) result_.takes_effect[member] = EncodedChoices::kAlways;
  add_growing_counters();
  for (Member member = 0; member < items_.member_count(); ++member)
    if (views_->counts(member)) add_touches(member);
  while ((!awakened_.empty() || !claims_.empty()) && !gives_up()) {
    if (!claims_.empty()) {
      const Claim claim = claims_.back();
      claims_.pop_back();
      justify(claim);
    } else {
      const Member member = awakened_.back();
      awakened_.pop_back();
      add_touches(member);
    }
  }
  if (!options_.one_node && options_.first_committer_wins) add_write_pairs();
}

void ChoiceEncoder::add_touches(Member member) {
  for (std::uint32_t touch = touch_begins_[member]; touch < touch_begins_[member + 1] && !gives_up(); ++touch)
    add_touch(touch);
  const bool adds_up =
      history_.has_aggregates() && (options_.keep == nullptr || (*options_.keep)(member, kNone));
  if (adds_up) add_aggregates(member);
}

// What is left out by then only adds models, so a refutation still means something.
bool ChoiceEncoder::gives_up() {
  if (result_.left_out) return true;
  if (formula_.literal_count() > options_.most_literals)
    result_.left_out = "there are too many choices to encode";
  if (holdings_.size() > kMostHoldings)
    result_.left_out = "the values of a list, set or counter have too many possible histories";
  if (++questions_ % kQuestionsBetweenStops == 0 && stop_()) result_.left_out = kTimeLimit;
  return result_.left_out.has_value();
}

void ChoiceEncoder::add_touch(std::uint32_t touch) {
  const View& view = (*views_)[touch];
  const Member member = touches_[touch].member;
  if (sets_.contains(touches_[touch].key)) return add_set(touch);
  if (counters_.contains(touches_[touch].key)) return add_counter(touch);
  if (view.is_vacuous) return;
  if (view.is_settled) return add_settled(touch);
  if (view.candidates.empty() && views_->counts(member)) {
    result_.impossible.push_back(member);
    return;
  }
  ++result_.choices;
  std::vector<Literal> clause{~effect(member)};
  for (const Version source : view.candidates) clause.push_back(from(touch, source));
  add_clause(std::move(clause));
}

// What is left in the window beside the source may come before the source, or after the reader. That the
// source holds what it must is in the hands of its writer's touch, to which the values were passed on.
void ChoiceEncoder::add_settled(std::uint32_t touch) {
  const View& view = (*views_)[touch];
  const Touch& it = touches_[touch];
  const Version source = view.candidates.front();
  for (const Version version : view.window)
    if (version != source)
      add_edge(order(source, version), DependencyKind::kRw, it.member, items_.writer(version), it.key);
}

// Of a settled one only groups of several are left; of one that may not count, everything.
void ChoiceEncoder::add_set(std::uint32_t touch) {
  const Touch& it = touches_[touch];
  const Literal counts = effect(it.member);
  const SetFacts facts = sets_.facts(it);
  if (!facts.is_possible && views_->counts(it.member)) return result_.impossible.push_back(it.member);
  if (!facts.is_possible) return add_clause({~counts});
  const bool is_settled = (*views_)[touch].is_settled;
  for (const std::vector<Member>& group : facts.one_of) {
    if (is_settled && group.size() == 1) continue;
    std::vector<Literal> clause{~counts};
    for (const Member member : group) {
      const Literal precedes = auxiliary();
      add_edge(precedes, DependencyKind::kWr, member, it.member, it.key);
      add_clause({~precedes, effect(member)});
      clause.push_back(precedes);
    }
    ++result_.choices;
    add_clause(std::move(clause));
  }
  if (is_settled) return;
  for (const Member member : facts.later) add_edge(counts, DependencyKind::kRw, it.member, member, it.key);
}

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
    if (!counters_.allows(touches_[touch], sum)) result_.impossible.push_back(touches_[touch].member);
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
  const Literal counts = seen == Seen::kNo ? constant(true) : effect(each.member);
  if (counts == constant(true)) return before;
  const Literal both = auxiliary();
  add_clause({~both, before});
  add_clause({~both, counts});
  add_clause({both, ~before, ~counts});
  return both;
}

void ChoiceEncoder::add_aggregates(Member member) {
  const std::vector<AggregateLook> looks =
      aggregate_looks(touches_, touch_begins_[member], touch_begins_[member + 1]);
  for (const OpId op : history_.operations(items_.txn(member))) {
    if (history_.kind(op) != OpKind::kAggregate || gives_up()) continue;
    const auto [first, last] = std::ranges::equal_range(looks, op, {}, &AggregateLook::op);
    add_aggregate(member, op, {first, last});
  }
}

void ChoiceEncoder::add_aggregate(Member member, OpId op, std::span<const AggregateLook> looks) {
  if (!options_.rows) return;
  const AggregateRule rule(history_, op);
  const Literal counts = effect(member);
  AggregateProblem problem{rule, {}, {}, counts};
  for (const AggregateLook& look : looks) {
    std::vector<AggregateOption> options = aggregate_options(look);
    if (options.size() > 1) {
      std::vector<Literal> clause{~counts};
      for (const AggregateOption& option : options) clause.push_back(option.literal);
      add_clause(std::move(clause));
      problem.keys.push_back(std::move(options));
    } else if (options.empty() || (options.front().row && options.front().row->refutes)) {
      return add_clause({~counts});
    } else if (options.front().row) {
      problem.known = rule.with(problem.known, *options.front().row);
    }
  }
  if (!problem.keys.empty()) ++result_.choices;
  const bool is_whole = add_aggregate_clauses(
      std::move(problem), [&] { return auxiliary(); },
      [&](std::vector<Literal> clause) { add_clause(std::move(clause)); });
  if (!is_whole)
    aggregate_left_out_ = fmt::format("the sum that {} shows has too many possible parts",
                                      spell_transaction(history_, items_.txn(member)));
}

// What the key may add, each with a literal that a source which makes it so is there; of a single one nobody
// asks for the literal.
std::vector<AggregateOption> ChoiceEncoder::aggregate_options(const AggregateLook& look) {
  const bool has_values = (*views_)[look.touch].values.has_value();
  const std::vector<AggregateFind> found = aggregate_finds(look, touches_, values_, *views_);
  std::vector<AggregateOption> options;
  for (std::size_t first = 0, last = 0; first < found.size(); first = last) {
    while (last < found.size() && found[last].row == found[first].row) ++last;
    options.push_back({found[first].row, Literal()});
    if (first == 0 && last == found.size()) return options;
    std::vector<Literal> ways;
    for (std::size_t i = first; i < last; ++i) {
      const Literal read = from(look.touch, found[i].source);
      if (touches_.is_constant(found[i].source) || !has_values) {
        ways.push_back(read);
        continue;
      }
      ways.push_back(auxiliary());
      add_clause({~ways.back(), read});
      add_clause({~ways.back(), holds(found[i].source, found[i].value)});
    }
    options.back().literal = ways.size() == 1 ? ways.front() : auxiliary();
    if (ways.size() == 1) continue;
    ways.push_back(~options.back().literal);
    add_clause(std::move(ways));
  }
  return options;
}

Literal ChoiceEncoder::from(std::uint32_t touch, Version source) {
  const Touch& it = touches_[touch];
  if ((*views_)[touch].is_settled) return constant((*views_)[touch].candidates.front() == source);
  const auto [found, is_new] = froms_.try_emplace(pair(touch, source));
  if (!is_new) return found->second;
  const TxnId writer = items_.is_initial(source) ? TxnId() : items_.txn(items_.writer(source));
  const Literal literal(
      graph_.add_variable({Meaning::Kind::kReadsFrom, KeyId(it.key), items_.txn(it.member), writer}), true);
  found->second = literal;
  add_source(touch, source, literal);
  return literal;
}

void ChoiceEncoder::add_source(std::uint32_t touch, Version source, Literal from) {
  const View& view = (*views_)[touch];
  const Touch& it = touches_[touch];
  if (!items_.is_initial(source)) {
    add_edge(from, DependencyKind::kWr, items_.writer(source), it.member, it.key);
    add_clause({~from, effect(items_.writer(source))});
  }
  add_rest_of_window(touch, source, from);
  if (!view.values || touches_.is_constant(source)) return;
  std::vector<Literal> clause = holds_any(view, source);
  clause.push_back(~from);
  add_clause(std::move(clause));
}

void ChoiceEncoder::add_rest_of_window(std::uint32_t touch, Version source, Literal from) {
  const Touch& it = touches_[touch];
  for (const Version version : (*views_)[touch].window) {
    if (version == source || items_.is_initial(version)) continue;
    const Member writer = items_.writer(version);
    if (items_.is_initial(source) || are_ordered(source, version))
      add_edge(from, DependencyKind::kRw, it.member, writer, it.key);
    else if (are_ordered(version, source))
      continue;
    else if (is_before(version, it.member))
      add_clause({~from, order(version, source)});
    else
      add_clause({~from, order(version, source), overtaken(it.member, version)});
  }
}

Literal ChoiceEncoder::holds(Version version, ValueId value) {
  if (touches_.is_constant(version)) return constant(touches_.value(version) == value);
  const auto [found, is_new] = holdings_.try_emplace(pair(version, value.value));
  if (!is_new) return found->second;
  found->second = auxiliary();
  claims_.push_back({version, value, found->second});
  return found->second;
}

// Being false says nothing, so one direction is enough: what is claimed has to be justified by the writer's
// own source. Sources commit before those who read them begin, so no justification goes in circles.
void ChoiceEncoder::justify(const Claim& claim) {
  const std::uint32_t touch = touches_.touch_of(claim.version);
  const View& view = (*views_)[touch];
  std::vector<Literal> clause{~claim.literal};
  for (const ValueId snapshot : views_->snapshots_for(claim.version, claim.value)) {
    if (view.values && std::ranges::find(*view.values, snapshot) == view.values->end()) continue;
    for (const Version source : view.candidates) {
      if (!views_->may_hold(source, snapshot)) continue;
      const Literal held = holds(source, snapshot);
      const Literal read = from(touch, source);
      if (held == constant(true) || read == constant(true)) {
        clause.push_back(held == constant(true) ? read : held);
        continue;
      }
      const Literal both = auxiliary();
      add_clause({~both, held});
      add_clause({~both, read});
      clause.push_back(both);
    }
  }
  add_clause(std::move(clause));
}

// Commits are totally ordered, whatever the key, so one variable serves all keys of two writers.
Literal ChoiceEncoder::order(Version first, Version second) {
  if (items_.is_initial(first)) return constant(true);
  if (items_.is_initial(second)) return constant(false);
  if (are_ordered(first, second)) return constant(true);
  if (are_ordered(second, first)) return constant(false);
  const Member a = items_.writer(first);
  const Member b = items_.writer(second);
  const auto [found, is_new] = orders_.try_emplace(pair(std::min(a, b), std::max(a, b)));
  if (is_new) {
    const KeyId key(items_.key(first));
    found->second = graph_.add_variable(
        {Meaning::Kind::kOrder, key, items_.txn(std::min(a, b)), items_.txn(std::max(a, b))});
    const Literal literal(found->second, true);
    add_edge(literal, DependencyKind::kWw, std::min(a, b), std::max(a, b), key.value);
    add_edge(~literal, DependencyKind::kWw, std::max(a, b), std::min(a, b), key.value);
  }
  return {found->second, a < b};
}

// "The reader began before the version was committed."
Literal ChoiceEncoder::overtaken(Member reader, Version version) {
  const Member writer = items_.writer(version);
  const auto [found, is_new] = overtakes_.try_emplace(pair(reader, writer));
  if (!is_new) return found->second;
  found->second = auxiliary();
  add_edge(found->second, DependencyKind::kRw, reader, writer, items_.key(version));
  return found->second;
}

// "The version was committed before the reader began", or else it was committed later. Of two writers of a
// key that is their order.
Literal ChoiceEncoder::precedes(Version version, const Touch& reader) {
  if (reader.installed != kNone) return order(version, reader.installed);
  const Member writer = items_.writer(version);
  const auto [found, is_new] = precedes_.try_emplace(pair(reader.member, writer));
  if (!is_new) return found->second;
  found->second = auxiliary();
  add_edge(found->second, DependencyKind::kWr, writer, reader.member, reader.key);
  add_edge(~found->second, DependencyKind::kRw, reader.member, writer, reader.key);
  return found->second;
}

// The same of a version that takes effect.
Literal ChoiceEncoder::sees(Version version, const Touch& reader) {
  const Literal before = precedes(version, reader);
  const Literal counts = effect(items_.writer(version));
  if (counts == constant(true)) return before;
  const Literal both = auxiliary();
  add_clause({~both, before});
  add_clause({~both, counts});
  add_clause({both, ~before, ~counts});
  return both;
}

Literal ChoiceEncoder::effect(Member member) {
  Variable& variable = result_.takes_effect[member];
  if (variable == EncodedChoices::kAlways) return constant(true);
  if (variable == EncodedChoices::kNever) {
    variable = graph_.add_variable({Meaning::Kind::kTakesEffect, {}, items_.txn(member), {}});
    awakened_.push_back(member);
  }
  return {variable, true};
}

// Where the first committer wins, of any two writers of a key one commits before the other begins.
void ChoiceEncoder::add_write_pairs() {
  for (std::uint32_t key = 0; key < items_.key_count(); ++key) {
    const std::span<const Version> versions = touches_.versions(key);
    for (std::size_t i = 0; i < versions.size(); ++i) {
      if (items_.is_initial(versions[i])) continue;
      const Member a = items_.writer(versions[i]);
      if (result_.takes_effect[a] == EncodedChoices::kNever) continue;
      if (gives_up()) return;
      for (std::size_t j = i + 1; j < versions.size(); ++j) {
        if (items_.is_initial(versions[j])) continue;
        const Member b = items_.writer(versions[j]);
        if (result_.takes_effect[b] == EncodedChoices::kNever) continue;
        const Literal literal = order(versions[i], versions[j]);
        if (literal != constant(true) && literal != constant(false)) continue;
        const Member first = literal == constant(true) ? a : b;
        const Member second = literal == constant(true) ? b : a;
        const Edge edge = edges_.edge(DependencyKind::kWw, first, second);
        if (!views_->closure().reaches(edge.from, edge.to))
          graph_.add_known(edge, {DependencyKind::kWw, KeyId(key)});
      }
    }
  }
}

}  // namespace

ChoiceOptions choice_options(Level level, std::int64_t clock_skew) {
  const LevelInfo& row = info(level);
  return {row.one_node,
          row.first_committer_wins,
          row.session_order,
          row.real_time,
          level != Level::kRepeatableRead,
          clock_skew,
          ChoiceOptions().most_literals};
}

std::vector<bool> may_count(const History& history) {
  std::vector<bool> counts;
  for (const TxnId txn : history.transactions()) counts.push_back(history.status(txn) != TxnStatus::kAborted);
  return counts;
}

EncodedChoices encode_choices(const History& history, const Items& items, const ChoiceOptions& options,
                              std::function<bool()> stop) {
  return ChoiceEncoder(history, items, options, std::move(stop)).run();
}

}  // namespace isolde
