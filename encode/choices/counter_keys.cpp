#include "encode/choices/counter_keys.hpp"

#include <algorithm>
#include <limits>

#include "encode/choices/tuning.hpp"

namespace isolde {
CounterKeys::CounterKeys(const Items& items, const Touches& touches, KeyValues& values, bool no_lost_updates)
    : items_(items),
      touches_(touches),
      values_(values),
      is_counter_(items.key_count()),
      all_(items.key_count()) {
  std::vector<std::uint64_t> touch_counts(items.key_count());
  for (std::size_t i = 0; i < touches.size(); ++i) ++touch_counts[touches[i].key];
  for (std::uint32_t key = 0; key < items.key_count() && no_lost_updates; ++key) {
    is_counter_[key] =
        touches.versions(key).size() * touch_counts[key] <= kMostCounterPairs && qualifies(key);
    if (!is_counter_[key]) continue;
    for (const Version version : touches.versions(key)) {
      if (items.is_initial(version)) continue;
      Incrementer each{items.writer(version), version, 0};
      for (const Step& step : touches.steps(touches[touches.touch_of(version)]))
        if (step.kind == Step::Kind::kIncrement) each.total += values.dictionary().integer(step.value.value);
      all_[key].push_back(each);
    }
    std::ranges::sort(all_[key], {}, &Incrementer::member);
  }
}

// Also that no sum of increments, in whatever order, is too large for a number.
bool CounterKeys::qualifies(std::uint32_t key) const {
  if (values_.type(key) != KeyType::kCounter || touches_.is_plain(key) || touches_.is_aggregated(key))
    return false;
  const Dictionary& dictionary = values_.dictionary();
  const auto is_number = [&](ValueId value) { return dictionary.kind(value.value) == ValueKind::kInteger; };
  const ValueId first = touches_.value(items_.initial(key));
  if (first != kInitial && !is_number(first)) return false;
  Wide low = first == kInitial ? 0 : dictionary.integer(first.value);
  Wide high = low;
  for (const Version version : touches_.versions(key)) {
    if (items_.is_initial(version)) continue;
    if (touches_.is_constant(version)) return false;
    for (const Step& step : touches_.steps(touches_[touches_.touch_of(version)])) {
      if (step.kind == Step::Kind::kWhole || step.kind == Step::Kind::kElement) return false;
      if (step.kind != Step::Kind::kIncrement) continue;
      if (!is_number(step.value)) return false;
      const std::int64_t by = dictionary.integer(step.value.value);
      (by < 0 ? low : high) += by;
    }
  }
  return low >= std::numeric_limits<std::int64_t>::min() && high <= std::numeric_limits<std::int64_t>::max();
}

std::int64_t CounterKeys::initial(std::uint32_t key) const {
  const ValueId first = touches_.value(items_.initial(key));
  return first == kInitial ? 0 : values_.dictionary().integer(first.value);
}

int CounterKeys::direction(std::uint32_t key) const {
  if (std::ranges::all_of(all_[key], [](const Incrementer& each) { return each.total > 0; })) return 1;
  return std::ranges::all_of(all_[key], [](const Incrementer& each) { return each.total < 0; }) ? -1 : 0;
}

bool CounterKeys::observes(const Touch& touch) const {
  return std::ranges::any_of(touches_.steps(touch),
                             [](const Step& step) { return step.kind != Step::Kind::kIncrement; });
}

bool CounterKeys::allows(const Touch& touch, const Sum& sum) const {
  const ValueId first = touches_.value(items_.initial(touch.key));
  const ValueId held = sum.is_untouched ? first : values_.integer(initial(touch.key) + sum.value);
  return values_.run(touch.key, touches_.steps(touch), held).has_value();
}

std::optional<CounterKeys::Told> CounterKeys::told(const Touch& touch) const {
  const auto snapshots = values_.told_snapshots(touch.key, touches_.steps(touch));
  if (!snapshots) return std::nullopt;
  Told told{0, false};
  for (const ValueId each : *snapshots) {
    if (each != kInitial && values_.dictionary().kind(each.value) != ValueKind::kInteger) continue;
    const std::int64_t number = each == kInitial ? 0 : values_.dictionary().integer(each.value);
    const Wide value = Wide{number} - initial(touch.key);
    const bool fits = value >= std::numeric_limits<std::int64_t>::min() &&
                      value <= std::numeric_limits<std::int64_t>::max();
    if (fits) told = {static_cast<std::int64_t>(value), true};  // nothing and 0 are one number
  }
  return told;
}

bool CounterKeys::tells_untouched(const Touch& touch) const {
  return touches_.value(items_.initial(touch.key)) == kInitial &&
         allows(touch, {0, true}) != allows(touch, {0, false});
}

}  // namespace isolde
