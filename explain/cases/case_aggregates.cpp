// What aggregates contribute to a proof by cases: as sources are decided or excluded, fewer rows are left
// that can have been added up.
#include <algorithm>

#include "explain/cases/case_state.hpp"
#include "history/predicates/aggregate.hpp"

namespace isolde {

bool CaseState::is_some_list(std::uint32_t use, std::uint32_t txn) const {
  const std::size_t index = install_index(use, txn);
  return index != facts_.keys[use].installs.size() && facts_.keys[use].installs[index].is_list;
}

CaseState::TakenNow CaseState::taken_now(const AggregateFact::Part& part) {
  if (part.touch == kNone) return {part.any, {}};
  const ChoiceFacts::Touch& touch = facts_.touches[part.touch];
  const ChoiceId id = choice_of_touch_[part.touch];
  const KeyId key = facts_.keys[part.use].key;
  TakenNow now;
  for (std::size_t i = 0; i < touch.sources.size(); ++i) {
    if (choices_[id].decided != kNone && choices_[id].decided != i) continue;
    if (auto grounds = excluded(id, i)) {
      unite(now.rests_on, *grounds);
      continue;
    }
    const Value value = value_of(touch.use, touch.sources[i]);
    if (!value.value && is_some_list(part.use, touch.sources[i]))
      take_list(*facts_.values, key, part.steps.back(), now.taken);
    else if (!value.value || !take_row(*facts_.values, key, part.steps, *value.value, now.taken))
      now.taken.is_known = false;
    unite(now.rests_on, value.rests_on);
  }
  if (choices_[id].decided != kNone) unite(now.rests_on, certain_or(id));
  return now;
}

// Nothing if something is not known yet.
std::optional<std::vector<CaseState::TakenNow>> CaseState::all_taken(const AggregateFact& aggregate) {
  std::vector<TakenNow> all;
  for (const AggregateFact::Part& part : aggregate.parts) {
    all.push_back(taken_now(part));
    if (!all.back().taken.is_known) return std::nullopt;
  }
  return all;
}

std::optional<Contradiction> CaseState::impossible_aggregate() {
  for (const AggregateFact& aggregate : facts_.aggregates) {
    if (!counts(aggregate.reader)) continue;
    const auto now = all_taken(aggregate);
    if (!now) continue;
    const AggregateRule rule(*facts_.history, aggregate.op);
    std::vector<TakenRows> rows;
    for (const TakenNow& each : *now) rows.push_back(each.taken);
    if (add_up(rule, rows)) continue;
    Contradiction result{{Dependency()}, counting_because_[aggregate.reader]};
    // What it does not add up with, whatever this key gave, does not rest on this key.
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if ((*now)[i].rests_on.empty()) continue;
      const TakenRows& any = aggregate.parts[i].any;
      TakenRows kept = any.is_known ? any : rows[i];
      std::swap(rows[i], kept);
      if (any.is_known && !add_up(rule, rows)) continue;
      std::swap(rows[i], kept);
      unite(result.rests_on, (*now)[i].rests_on);
    }
    Dependency& edge = result.cycle[0];
    edge.from = edge.to = facts_.txns[aggregate.reader];
    edge.kind = DependencyKind::kRw;
    edge.reason = DependencyReason::kAggregated;
    edge.op = aggregate.op;
    return result;
  }
  return std::nullopt;
}

}  // namespace isolde
