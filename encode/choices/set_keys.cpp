#include "encode/choices/set_keys.hpp"

#include <algorithm>
#include <span>

namespace isolde {
namespace {

void sort_unique(std::vector<std::uint32_t>& list) {
  std::ranges::sort(list);
  list.erase(std::ranges::unique(list).begin(), list.end());
}

bool contains(const std::vector<std::uint32_t>& sorted, std::uint32_t element) {
  return std::ranges::binary_search(sorted, element);
}

}  // namespace

// What is known about a snapshot while the steps are followed; all lists ascending.
struct SetKeys::Snapshot {
  std::vector<std::uint32_t> own;       // added by the transaction itself so far
  std::vector<std::uint32_t> required;  // in the snapshot
  std::vector<std::uint32_t> excluded;  // not in the snapshot
};

SetKeys::SetKeys(const Items& items, const Touches& touches, KeyValues& values, bool no_lost_updates)
    : items_(items),
      touches_(touches),
      values_(values),
      is_set_(items.key_count()),
      elements_(items.key_count()),
      initial_(items.key_count()) {
  for (std::uint32_t key = 0; key < items.key_count() && no_lost_updates; ++key) {
    is_set_[key] = qualifies(key);
    if (!is_set_[key]) continue;
    const ValueId initial = touches.value(items.initial(key));
    if (initial != kInitial) {
      const auto there = values.dictionary().elements(initial.value);
      initial_[key].assign(there.begin(), there.end());
    }
    for (const Version version : touches.versions(key)) {
      if (items.is_initial(version)) continue;
      for (const Step& step : touches.steps(touches[touches.touch_of(version)])) {
        if (step.kind != Step::Kind::kElement) continue;
        elements_[key].push_back(step.value.value);
        std::vector<Member>& adders = adders_[name(key, step.value.value)];
        if (adders.empty() || adders.back() != items.writer(version)) adders.push_back(items.writer(version));
      }
    }
    sort_unique(elements_[key]);
  }
}

bool SetKeys::qualifies(std::uint32_t key) const {
  if (values_.type(key) != KeyType::kSet || touches_.is_plain(key)) return false;
  if (touches_.is_aggregated(key)) return false;
  const ValueId initial = touches_.value(items_.initial(key));
  if (initial != kInitial) {
    if (!values_.is_list(initial)) return false;
    const auto there = values_.dictionary().elements(initial.value);
    if (std::ranges::adjacent_find(there) != there.end()) return false;
  }
  return std::ranges::all_of(touches_.versions(key), [&](Version version) {
    if (items_.is_initial(version)) return true;
    if (touches_.is_constant(version)) return false;
    const std::span<const Step> steps = touches_.steps(touches_[touches_.touch_of(version)]);
    return std::ranges::none_of(steps, [](const Step& step) {
      return step.kind == Step::Kind::kWhole || step.kind == Step::Kind::kIncrement;
    });
  });
}

// False if no snapshot shows this.
bool SetKeys::note_read(const Touch& touch, ValueId value, Snapshot& snapshot) const {
  std::vector<std::uint32_t> shown;
  if (value != kInitial) {
    if (!values_.is_list(value)) return false;
    const auto elements = values_.dictionary().elements(value.value);
    shown.assign(elements.begin(), elements.end());
    std::ranges::sort(shown);
    if (std::ranges::adjacent_find(shown) != shown.end()) return false;
  }
  const std::vector<std::uint32_t>& initial = initial_[touch.key];
  if (!std::ranges::includes(shown, snapshot.own) || !std::ranges::includes(shown, initial)) return false;
  for (const std::uint32_t element : shown)
    if (!isolde::contains(snapshot.own, element) && !isolde::contains(initial, element))
      snapshot.required.push_back(element);
  std::ranges::set_difference(elements_[touch.key], shown, std::back_inserter(snapshot.excluded));
  return true;
}

SetFacts SetKeys::facts(const Touch& touch) const {
  constexpr SetFacts kImpossible{.is_possible = false, .later = {}, .one_of = {}};
  Snapshot snapshot;
  for (const Step& step : touches_.steps(touch)) {
    const bool is_list_matched =
        step.predicate.is_valid() && values_.matches(step.predicate, touch.key, values_.some_list());
    if (step.kind == Step::Kind::kElement) {
      snapshot.own.push_back(step.value.value);
      sort_unique(snapshot.own);
    } else if (step.kind == Step::Kind::kRead || step.kind == Step::Kind::kRow) {
      if (step.kind == Step::Kind::kRow && (!is_list_matched || step.value == kInitial)) return kImpossible;
      if (!note_read(touch, step.value, snapshot)) return kImpossible;
    } else if (step.kind == Step::Kind::kMissing && is_list_matched) {
      if (!note_read(touch, kInitial, snapshot)) return kImpossible;
    } else if (step.kind == Step::Kind::kNever) {
      return kImpossible;
    }
  }
  sort_unique(snapshot.required);
  sort_unique(snapshot.excluded);
  SetFacts facts;
  const auto others_adding = [&](std::uint32_t element) {
    std::vector<Member> others;
    const auto found = adders_.find(name(touch.key, element));
    if (found != adders_.end()) others = found->second;
    std::erase(others, touch.member);
    return others;
  };
  for (const std::uint32_t element : snapshot.required) {
    if (isolde::contains(snapshot.excluded, element)) return kImpossible;
    facts.one_of.push_back(others_adding(element));
    if (facts.one_of.back().empty()) return kImpossible;
  }
  for (const std::uint32_t element : snapshot.excluded)
    for (const Member member : others_adding(element)) facts.later.push_back(member);
  sort_unique(facts.later);
  return facts;
}

}  // namespace isolde
