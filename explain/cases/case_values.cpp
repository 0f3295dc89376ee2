// What keys hold in a proof by cases: versions whose value is computed from what their installers saw, and
// sources that do not hold what was read.
#include <algorithm>

#include "explain/cases/case_state.hpp"

namespace isolde {
namespace {

constexpr std::size_t kDeepest = 10'000;  // of values computed from each other

}  // namespace

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

}  // namespace isolde
