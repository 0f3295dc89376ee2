#include "explain/cases/case_state.hpp"

#include <algorithm>
#include <iterator>

#include "explain/cases/arc_on_cycle.hpp"
#include "explain/cases/cheapest_path.hpp"

namespace isolde {
namespace {

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
