#include "encode/choices/choices.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "encode/choices/choice_encoder.hpp"
#include "encode/choices/tuning.hpp"
#include "encode/hints.hpp"
#include "encode/time_line.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kQuestionsBetweenStops = 64;
constexpr const char* kTimeLimit = "the time limit was reached";

std::uint64_t pair(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32U) | b; }

}  // namespace

EncodedChoices ChoiceEncoder::run() {
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
      {history_, items_, touches_, sets_, counters_, values_, edges_, uses_times_, demands_.clock_skew},
      graph_);
  views_ = &views;
  views.narrow(stop_, options_.narrow);
  if (!views.is_contradictory() && !views.left_out()) add_choices();
  result_.impossible.insert(result_.impossible.end(), views.impossible().begin(), views.impossible().end());
  result_.batch_begins = views.batch_begins();
  if (views.left_out()) result_.left_out = views.left_out();
  return finish();
}

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
  if (uses_times_) points = add_time_line(history_, items_, edges_, demands_.clock_skew, graph_);
  graph_.hints = closure_hints(history_, items_, lines_, edges_,
                               {uses_times_, demands_.clock_skew, graph_.node_count(), points});
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
  if (!demands_.one_node && demands_.first_committer_wins) add_write_pairs();
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
    result_.impossible.push_back({member, touches_[touch].key});
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
  if (!facts.is_possible && views_->counts(it.member))
    return result_.impossible.push_back({it.member, it.key});
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
  return both(before, effect(items_.writer(version)));
}

// A conjunction.
Literal ChoiceEncoder::both(Literal a, Literal b) {
  if (b == constant(true)) return a;
  const Literal both = auxiliary();
  add_clause({~both, a});
  add_clause({~both, b});
  add_clause({both, ~a, ~b});
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

ChoiceOptions choice_options(std::optional<std::size_t> memory_bytes) {
  ChoiceOptions options;
  if (!memory_bytes) return options;
  options.most_literals = *memory_bytes / kBytesPerLiteral;
  options.most_closure_bytes = *memory_bytes / 2;
  return options;
}

std::vector<bool> may_count(const History& history) {
  std::vector<bool> counts;
  for (const TxnId txn : history.transactions()) counts.push_back(history.status(txn) != TxnStatus::kAborted);
  return counts;
}

EncodedChoices encode_choices(const History& history, const Items& items, const Demands& demands,
                              const ChoiceOptions& options, std::function<bool()> stop) {
  return ChoiceEncoder(history, items, demands, options, std::move(stop)).run();
}

}  // namespace isolde
