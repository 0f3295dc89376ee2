#include "solver/case_state.hpp"

#include <algorithm>
#include <iterator>

#include "solver/arc_on_cycle.hpp"
#include "solver/cheapest_path.hpp"

namespace isolde {
namespace {

constexpr std::size_t kDeepest = 10'000;  // of values computed from each other

bool is_given(DependencyKind kind) { return kind == DependencyKind::kSo || kind == DependencyKind::kRt; }

}  // namespace

void unite(ChoiceSet& into, const ChoiceSet& from) {
  if (from.empty()) return;
  ChoiceSet both;
  std::ranges::set_union(into, from, std::back_inserter(both));
  into = std::move(both);
}

CaseState::CaseState(const ChoiceFacts& facts, Level level, const Deadline& deadline)
    : facts_(facts),
      edges_(level),
      closure_(facts.txns.size() * edges_.nodes_per_transaction()),
      out_(closure_.node_count()),
      effect_of_(facts.txns.size(), kNone),
      known_at_(facts.txns.size()),
      given_(facts.txns.size() * facts.txns.size()),
      counting_(facts.counts),
      counting_because_(facts.txns.size()) {
  add_choices();
  start(deadline);
}

void CaseState::add_choices() {
  touches_on_.resize(facts_.keys.size());
  choice_of_touch_.assign(facts_.touches.size(), kNone);
  for (std::uint32_t i = 0; i < facts_.touches.size(); ++i) {
    const ChoiceFacts::Touch& touch = facts_.touches[i];
    touches_on_[touch.use].push_back(i);
    choice_of_touch_[i] = static_cast<ChoiceId>(choices_.size());
    choices_.push_back({.kind = Kind::kTouch, .use = touch.use, .touch = i});
  }
  for (std::uint32_t txn = 0; txn < facts_.txns.size(); ++txn) {
    if (facts_.counts[txn]) continue;
    effect_of_[txn] = static_cast<ChoiceId>(choices_.size());
    choices_.push_back({.kind = Kind::kEffect, .first = txn});
  }
  pairs_of_.resize(facts_.keys.size());
  for (std::uint32_t use = 0; use < facts_.keys.size(); ++use) {
    const auto& installs = facts_.keys[use].installs;
    pairs_of_[use].assign(installs.size() * installs.size(), kNone);
    for (std::size_t i = 0; i < installs.size(); ++i) {
      for (std::size_t j = i + 1; j < installs.size(); ++j) {
        const auto id = static_cast<ChoiceId>(choices_.size());
        pairs_of_[use][i * installs.size() + j] = pairs_of_[use][j * installs.size() + i] = id;
        choices_.push_back(
            {.kind = Kind::kPair, .use = use, .first = installs[i].txn, .second = installs[j].txn});
      }
    }
  }
  for (std::uint32_t i = 0; i < facts_.known.size(); ++i) {
    const ChoiceFacts::Known& known = facts_.known[i];
    known_at_[known.from].push_back(i);
    known_at_[known.to].push_back(i);
    if (known.witness != kNone) known_at_[known.witness].push_back(i);
    if (is_given(known.dependency.kind)) given_[known.from * facts_.txns.size() + known.to] = true;
  }
}

// All that is certain.
void CaseState::start(const Deadline& deadline) {
  std::vector<Arc> arcs;
  if (!edges_.one_node())
    for (std::uint32_t txn = 0; txn < facts_.txns.size(); ++txn)
      arcs.push_back({{edges_.begin(txn), edges_.commit(txn)}, {}, 0, {}});
  for (const ChoiceFacts::Known& known : facts_.known)
    if (counts(known.from) && counts(known.to) && (known.witness == kNone || counts(known.witness)))
      arcs.push_back(known_arc(known));
  for (ChoiceId id = 0; id < choices_.size(); ++id) {
    Choice& choice = choices_[id];
    if (choice.kind != Kind::kTouch) continue;
    const ChoiceFacts::Touch& touch = facts_.touches[choice.touch];
    if (touch.sources.size() != 1 || !counts(touch.reader)) continue;
    if (touch.sources[0] != kNone && !counts(touch.sources[0])) continue;
    choice.decided = 0;
    choice.is_certain = true;
  }
  std::vector<Implied> implied;
  for (ChoiceId id = 0; id < choices_.size(); ++id)
    if (choices_[id].is_certain) consequences(id, 0, implied);
  for (const Implied& each : implied) arcs.push_back(arc(each));

  std::vector<Edge> edges;
  for (const Arc& arc : arcs) {
    edges.push_back(arc.edge);
    out_[arc.edge.from].push_back(arc);
  }
  if (!closure_.close(edges)) find_known_cycle(arcs, deadline);
}

// The cheapest one, if there is time to look at all arcs.
void CaseState::find_known_cycle(const std::vector<Arc>& arcs, const Deadline& deadline) {
  std::uint32_t best = kNoPath;
  const auto look_at = [&](const Arc& arc) {
    std::uint32_t cost = 0;
    const std::vector<const Arc*> path = cheapest_path(out_, arc.edge.to, arc.edge.from, cost);
    if (cost == kNoPath || cost + arc.cost >= best) return;
    best = cost + arc.cost;
    known_ = close(arc, path);
  };
  for (const Arc& arc : arcs) {
    if (deadline.expired()) break;
    if (arc.cost != 0) look_at(arc);
  }
  if (!known_) look_at(*arc_on_cycle(out_));
}

CaseState::Arc CaseState::known_arc(const ChoiceFacts::Known& known) const {
  const DependencyKind kind = known.dependency.kind;
  Arc arc{edges_.edge(kind, known.from, known.to),
          known.dependency,
          is_given(kind) ? arc_cost::kGivenOrder : arc_cost::kStep,
          {}};
  unite(arc.rests_on, counting_because_[known.from]);
  unite(arc.rests_on, counting_because_[known.to]);
  if (known.witness != kNone) unite(arc.rests_on, counting_because_[known.witness]);
  return arc;
}

CaseState::Arc CaseState::arc(DependencyKind kind, std::uint32_t from, std::uint32_t to, KeyId key,
                              DependencyReason reason, ChoiceSet rests_on, std::uint32_t cost) const {
  Arc result{edges_.edge(kind, from, to), {}, cost, std::move(rests_on)};
  result.dependency.from = facts_.txns[from];
  result.dependency.to = facts_.txns[to];
  result.dependency.kind = kind;
  result.dependency.key = key;
  result.dependency.reason = reason;
  unite(result.rests_on, counting_because_[from]);
  unite(result.rests_on, counting_because_[to]);
  return result;
}

// --- What choices are.
bool CaseState::is_open(ChoiceId id) const {
  const Choice& choice = choices_[id];
  if (choice.decided != kNone) return false;
  switch (choice.kind) {
    case Kind::kPair:
      return counts(choice.first) && counts(choice.second);
    case Kind::kTouch:
      return counts(facts_.touches[choice.touch].reader) && !facts_.touches[choice.touch].is_partial;
    case Kind::kEffect:
      return !counts(choice.first);
  }
  return false;
}

bool CaseState::is_observed(ChoiceId id) const {
  return choices_[id].kind != Kind::kTouch || facts_.touches[choices_[id].touch].observes;
}

std::size_t CaseState::alternative_count(ChoiceId id) const {
  return choices_[id].kind == Kind::kTouch ? facts_.touches[choices_[id].touch].sources.size() : 2;
}

Assumption CaseState::assumption(ChoiceId id, std::size_t alternative) const {
  const Choice& choice = choices_[id];
  const auto txn = [&](std::uint32_t number) { return number == kNone ? TxnId() : facts_.txns[number]; };
  switch (choice.kind) {
    case Kind::kPair:
      return {Assumption::Kind::kOrder, facts_.keys[choice.use].key,
              txn(alternative == 0 ? choice.first : choice.second),
              txn(alternative == 0 ? choice.second : choice.first)};
    case Kind::kTouch: {
      const ChoiceFacts::Touch& touch = facts_.touches[choice.touch];
      return {Assumption::Kind::kReadsFrom, facts_.keys[choice.use].key, txn(touch.reader),
              txn(touch.sources[alternative])};
    }
    case Kind::kEffect:
      break;
  }
  const auto kind = alternative == 0 ? Assumption::Kind::kTakesEffect : Assumption::Kind::kNoEffect;
  return {kind, {}, txn(choice.first), {}};
}

ChoiceSet CaseState::grounds(ChoiceId id) const {
  const Choice& choice = choices_[id];
  if (choice.kind == Kind::kEffect) return {};
  if (choice.kind == Kind::kTouch) return counting_because_[facts_.touches[choice.touch].reader];
  ChoiceSet both = counting_because_[choice.first];
  unite(both, counting_because_[choice.second]);
  return both;
}

// --- What follows.
ChoiceSet CaseState::certain_or(ChoiceId id) const {
  return choices_[id].is_certain ? ChoiceSet() : ChoiceSet{id};
}

std::size_t CaseState::install_index(std::uint32_t use, std::uint32_t txn) const {
  const auto& installs = facts_.keys[use].installs;
  const auto found = std::ranges::lower_bound(installs, txn, {}, &ChoiceFacts::Install::txn);
  const bool is_there = found != installs.end() && found->txn == txn;
  return is_there ? static_cast<std::size_t>(found - installs.begin()) : installs.size();
}

// Who of a key's installers is older, as far as the checker is told, and by which choice (kNone: certainly).
std::optional<ChoiceId> CaseState::before(std::uint32_t use, std::uint32_t a, std::uint32_t b) const {
  if (given_[a * facts_.txns.size() + b]) return kNone;
  for (const std::uint32_t touch : touches_on_[use]) {
    if (facts_.touches[touch].reader != b) continue;
    const Choice& choice = choices_[choice_of_touch_[touch]];
    if (choice.decided != kNone && facts_.touches[touch].sources[choice.decided] == a)
      return choice.is_certain ? kNone : choice_of_touch_[touch];
  }
  const std::size_t size = facts_.keys[use].installs.size();
  const std::size_t i = install_index(use, a);
  const std::size_t j = install_index(use, b);
  if (i == size || j == size || i == j) return std::nullopt;
  const ChoiceId id = pairs_of_[use][i * size + j];
  if (choices_[id].decided == kNone) return std::nullopt;
  const std::uint32_t first = choices_[id].decided == 0 ? choices_[id].first : choices_[id].second;
  return first == a ? std::optional(id) : std::nullopt;
}

// If the touch's decided source is older than `by`'s version, its reader comes before `by`.
void CaseState::overwritten(std::uint32_t touch, std::uint32_t by, std::vector<Implied>& implied) const {
  const ChoiceFacts::Touch& it = facts_.touches[touch];
  const std::uint32_t source = it.sources[choices_[choice_of_touch_[touch]].decided];
  if (by == it.reader || by == source || !counts(by)) return;
  const auto older = source == kNone ? std::optional<ChoiceId>(kNone) : before(it.use, source, by);
  if (older) implied.push_back({DependencyKind::kRw, it.reader, by, touch, *older});
}

// Requires that the choice is decided that way.
void CaseState::consequences(ChoiceId id, std::size_t alternative, std::vector<Implied>& implied) const {
  const Choice& choice = choices_[id];
  if (choice.kind == Kind::kEffect) return;
  const ChoiceFacts::KeyUse& use = facts_.keys[choice.use];
  const auto add_overwritten = [&](std::uint32_t source, std::uint32_t by) {
    for (const std::uint32_t touch : touches_on_[choice.use]) {
      const Choice& other = choices_[choice_of_touch_[touch]];
      if (other.decided == kNone || facts_.touches[touch].sources[other.decided] != source) continue;
      overwritten(touch, by, implied);
    }
  };
  if (choice.kind == Kind::kPair) {
    const std::uint32_t first = alternative == 0 ? choice.first : choice.second;
    const std::uint32_t second = alternative == 0 ? choice.second : choice.first;
    implied.push_back({DependencyKind::kWw, first, second, kNone, id});
    add_overwritten(first, second);
    return;
  }
  const ChoiceFacts::Touch& touch = facts_.touches[choice.touch];
  const std::uint32_t source = touch.sources[alternative];
  if (source != kNone) implied.push_back({DependencyKind::kWr, source, touch.reader, choice.touch});
  for (const ChoiceFacts::Install& install : use.installs) overwritten(choice.touch, install.txn, implied);
  if (source != kNone && install_index(choice.use, touch.reader) != use.installs.size())
    add_overwritten(source, touch.reader);
}

// With all that a proof has to say about it.
CaseState::Arc CaseState::arc(const Implied& implied) const {
  const auto [kind, from, to, touch, order] = implied;
  if (kind == DependencyKind::kWw)
    return arc(kind, from, to, facts_.keys[choices_[order].use].key, DependencyReason::kAssumed, {order},
               arc_cost::kAssumedWrite);
  const ChoiceFacts::Touch& it = facts_.touches[touch];
  const ChoiceFacts::KeyUse& use = facts_.keys[it.use];
  const ChoiceId id = choice_of_touch_[touch];
  if (kind == DependencyKind::kWr) {
    const auto reason = it.is_missing_row  ? DependencyReason::kRowGone
                        : it.is_aggregated ? DependencyReason::kAggregated
                                           : DependencyReason::kRead;
    Arc wr = arc(kind, from, to, use.key, reason, certain_or(id), arc_cost::kStep);
    wr.dependency.value = it.shown;
    return wr;
  }
  const std::uint32_t source = it.sources[choices_[id].decided];
  ChoiceSet rests_on = certain_or(id);
  if (order != kNone) unite(rests_on, {order});
  DependencyReason reason =
      source == kNone ? DependencyReason::kReadInitial : DependencyReason::kVersionFollows;
  const auto& value = use.installs[install_index(it.use, to)].value;
  if (it.is_missing_row && value && !facts_.values->run(use.key.value, it.steps, *value))
    reason = DependencyReason::kRowMissing;
  if (it.is_aggregated) reason = DependencyReason::kAggregated;
  Arc rw = arc(kind, from, to, use.key, reason, std::move(rests_on),
               source == kNone ? arc_cost::kStep : arc_cost::kAssumedRead);
  if (reason != DependencyReason::kRowMissing) rw.dependency.value = it.shown;
  if (source != kNone) rw.dependency.witness = facts_.txns[source];
  return rw;
}

// Tries the alternative on for size.
template <class Ask>
auto CaseState::under(ChoiceId id, std::size_t alternative, Ask&& ask) {
  choices_[id].decided = static_cast<std::uint32_t>(alternative);
  tried_.clear();
  consequences(id, alternative, tried_);
  auto answer = ask(tried_);
  choices_[id].decided = kNone;
  return answer;
}

// Whether two edges, one into a node and one out of it, do so together: as if two replaced what both saw.
bool CaseState::close_cycle(Edge in, Edge out) const {
  return in.to == out.from && (out.to == in.from || closure_.reaches(out.to, in.from));
}

bool CaseState::fails(ChoiceId id, std::size_t alternative) {
  return under(id, alternative, [&](const std::vector<Implied>& implied) {
    for (const Implied& each : implied)
      if (closure_.closes_cycle(edge(each))) return true;
    if (choices_[id].kind != Kind::kTouch) return false;  // all lead to one transaction
    const std::uint32_t reader = facts_.touches[choices_[id].touch].reader;
    for (const Implied& in : implied) {
      if (in.to != reader) continue;
      for (const Implied& out : implied)
        if (close_cycle(edge(in), edge(out))) return true;
    }
    return false;
  });
}

Contradiction CaseState::failure(ChoiceId id, std::size_t alternative) {
  return under(id, alternative, [&](const std::vector<Implied>& implied) {
    std::vector<Arc> arcs;
    for (const Implied& each : implied) arcs.push_back(arc(each));
    Contradiction best;
    std::uint32_t best_cost = kNoPath;
    // `out` leaves where `in` leads to; null: `in` alone.
    const auto look_at = [&](const Arc& in, const Arc* out) {
      std::uint32_t cost = 0;
      std::vector<const Arc*> path =
          cheapest_path(out_, out != nullptr ? out->edge.to : in.edge.to, in.edge.from, cost);
      if (cost == kNoPath) return;
      cost += in.cost + (out != nullptr ? out->cost : 0);
      if (cost >= best_cost) return;
      best_cost = cost;
      if (out != nullptr) path.insert(path.begin(), out);
      best = close(in, path);
    };
    for (const Arc& each : arcs)
      if (closure_.closes_cycle(each.edge)) look_at(each, nullptr);
    if (choices_[id].kind != Kind::kTouch) return best;
    for (const Arc& in : arcs)
      for (const Arc& out : arcs)
        if (close_cycle(in.edge, out.edge)) look_at(in, &out);
    return best;
  });
}

bool CaseState::is_idle(ChoiceId id) {
  const Choice& choice = choices_[id];
  if (choice.kind != Kind::kPair) return false;
  for (const std::uint32_t touch : touches_on_[choice.use])
    if (is_open(choice_of_touch_[touch])) return false;
  for (const std::uint32_t txn : {choice.first, choice.second})
    if (effect_of_[txn] != kNone && !counts(txn)) return false;
  const auto adds_nothing = [&](const std::vector<Implied>& implied) {
    return std::ranges::all_of(
        implied, [&](const Implied& each) { return closure_.reaches(edge(each).from, edge(each).to); });
  };
  return under(id, 0, adds_nothing) || under(id, 1, adds_nothing);
}

// --- Values.
CaseState::Value CaseState::value_of(std::uint32_t use, std::uint32_t txn, std::size_t depth) {
  const ChoiceFacts::KeyUse& key = facts_.keys[use];
  if (txn == kNone) return {key.initial, {}, kNone};
  const std::size_t index = install_index(use, txn);
  if (index == key.installs.size() || depth > kDeepest) return {};
  const ChoiceFacts::Install& install = key.installs[index];
  if (install.value) return {install.value, {}, kNone};
  for (const std::uint32_t touch : touches_on_[use]) {
    const ChoiceFacts::Touch& it = facts_.touches[touch];
    if (it.reader != txn || it.is_partial) continue;
    const ChoiceId id = choice_of_touch_[touch];
    if (choices_[id].decided == kNone) return {std::nullopt, {}, id};
    Value below = value_of(use, it.sources[choices_[id].decided], depth + 1);
    if (!below.value) return below;
    unite(below.rests_on, {id});
    below.value = facts_.values->run(key.key.value, install.steps, *below.value);
    return below;
  }
  return {};
}

std::optional<ChoiceSet> CaseState::excluded(ChoiceId id, std::size_t alternative) {
  if (choices_[id].kind != Kind::kTouch) return std::nullopt;
  const ChoiceFacts::Touch& touch = facts_.touches[choices_[id].touch];
  const std::uint32_t source = touch.sources[alternative];
  if (source != kNone && effect_of_[source] != kNone && !counts(source) &&
      choices_[effect_of_[source]].decided == 1)
    return ChoiceSet{effect_of_[source]};
  Value value = value_of(touch.use, source);
  if (!value.value || value.rests_on.empty()) return std::nullopt;
  if (facts_.values->run(facts_.keys[touch.use].key.value, touch.steps, *value.value)) return std::nullopt;
  return std::move(value.rests_on);
}

Contradiction CaseState::self(std::uint32_t touch, ChoiceSet rests_on) const {
  const ChoiceFacts::Touch& it = facts_.touches[touch];
  Contradiction result{{Dependency()}, std::move(rests_on)};
  Dependency& edge = result.cycle[0];
  edge.from = edge.to = facts_.txns[it.reader];
  edge.key = facts_.keys[it.use].key;
  edge.value = it.shown;
  edge.kind = it.is_missing_row ? DependencyKind::kRw : DependencyKind::kWr;
  edge.reason = it.is_missing_row ? DependencyReason::kRowMissing : DependencyReason::kRead;
  unite(result.rests_on, counting_because_[it.reader]);
  return result;
}

std::optional<Contradiction> CaseState::impossible_reader() {
  for (std::uint32_t i = 0; i < facts_.touches.size(); ++i) {
    const ChoiceFacts::Touch& touch = facts_.touches[i];
    const ChoiceId id = choice_of_touch_[i];
    if (touch.is_partial || !counts(touch.reader)) continue;
    if (choices_[id].decided != kNone) {
      if (auto grounds = excluded(id, choices_[id].decided)) {
        unite(*grounds, certain_or(id));
        return self(i, *std::move(grounds));
      }
      continue;
    }
    ChoiceSet all;
    std::size_t left = touch.sources.size();
    for (std::size_t k = 0; k < touch.sources.size(); ++k) {
      const auto grounds = excluded(id, k);
      if (!grounds) break;
      unite(all, *grounds);
      --left;
    }
    if (left == 0) return self(i, std::move(all));
  }
  return std::nullopt;
}

std::optional<ChoiceId> CaseState::needed_for_values() {
  for (std::uint32_t i = 0; i < facts_.touches.size(); ++i) {
    const ChoiceFacts::Touch& touch = facts_.touches[i];
    const Choice& choice = choices_[choice_of_touch_[i]];
    if (!touch.observes || touch.is_partial || choice.decided == kNone) continue;
    const Value value = value_of(touch.use, touch.sources[choice.decided]);
    if (value.missing != kNone && is_open(value.missing)) return value.missing;
  }
  return std::nullopt;
}

// --- Assuming and taking back.
void CaseState::decide(ChoiceId id, std::size_t alternative) {
  choices_[id].decided = static_cast<std::uint32_t>(alternative);
  trail_.push_back({Undo::kChoice, id});
}

std::optional<Contradiction> CaseState::add(Arc added) {
  if (closure_.closes_cycle(added.edge)) {
    std::uint32_t cost = 0;
    const std::vector<const Arc*> path = cheapest_path(out_, added.edge.to, added.edge.from, cost);
    return close(added, path);
  }
  closure_.insert(added.edge, false);
  trail_.push_back({Undo::kArc, added.edge.from});
  out_[added.edge.from].push_back(std::move(added));
  return std::nullopt;
}

// What others know about it binds from now on.
std::optional<Contradiction> CaseState::count(std::uint32_t txn, ChoiceSet because) {
  counting_[txn] = true;
  counting_because_[txn] = std::move(because);
  trail_.push_back({Undo::kCounting, txn});
  for (const std::uint32_t index : known_at_[txn]) {
    const ChoiceFacts::Known& known = facts_.known[index];
    if (!counts(known.from) || !counts(known.to) || (known.witness != kNone && !counts(known.witness)))
      continue;
    if (auto found = add(known_arc(known))) return found;
  }
  std::vector<Implied> implied;
  for (std::uint32_t use = 0; use < facts_.keys.size(); ++use) {
    if (install_index(use, txn) == facts_.keys[use].installs.size()) continue;
    for (const std::uint32_t touch : touches_on_[use])
      if (choices_[choice_of_touch_[touch]].decided != kNone) overwritten(touch, txn, implied);
  }
  for (const Implied& each : implied)
    if (auto found = add(arc(each))) return found;
  return std::nullopt;
}

std::optional<Contradiction> CaseState::assume(ChoiceId id, std::size_t alternative) {
  const Choice choice = choices_[id];
  decide(id, alternative);
  std::uint32_t newly = kNone;
  if (choice.kind == Kind::kEffect && alternative == 0) newly = choice.first;
  if (choice.kind == Kind::kTouch) newly = facts_.touches[choice.touch].sources[alternative];
  if (newly != kNone && !counts(newly)) {
    ChoiceSet because = grounds(id);
    unite(because, {id});
    if (auto found = count(newly, std::move(because))) return found;
  }
  std::vector<Implied> implied;
  consequences(id, alternative, implied);
  for (const Implied& each : implied)
    if (auto found = add(arc(each))) return found;
  return std::nullopt;
}

void CaseState::undo(const Mark& mark) {
  closure_.undo(mark.closure);
  for (; trail_.size() > mark.trail; trail_.pop_back()) {
    const Change& change = trail_.back();
    if (change.kind == Undo::kArc) out_[change.index].pop_back();
    if (change.kind == Undo::kChoice) choices_[change.index].decided = kNone;
    if (change.kind != Undo::kCounting) continue;
    counting_[change.index] = false;
    counting_because_[change.index].clear();
  }
}

std::vector<Assumption> CaseState::assumptions() const {
  std::vector<Assumption> all;
  for (ChoiceId id = 0; id < choices_.size(); ++id)
    if (choices_[id].decided != kNone) all.push_back(assumption(id, choices_[id].decided));
  return all;
}

// --- Cycles.
Contradiction CaseState::close(const Arc& closing, const std::vector<const Arc*>& path) {
  Contradiction found{{}, closing.rests_on};
  if (closing.cost != 0) found.cycle.push_back(closing.dependency);
  for (const Arc* step : path) {
    unite(found.rests_on, step->rests_on);
    if (step->cost != 0) found.cycle.push_back(step->dependency);
  }
  return found;
}

}  // namespace isolde
