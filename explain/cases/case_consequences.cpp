// What follows from a choice in a proof by cases: the arcs that it implies, whether one of them closes a
// cycle, and whether it adds anything at all.
#include <algorithm>

#include "explain/cases/case_state.hpp"
#include "explain/cases/cheapest_path.hpp"

namespace isolde {

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

}  // namespace isolde
