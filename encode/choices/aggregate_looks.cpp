#include "encode/choices/aggregate_looks.hpp"

#include <algorithm>
#include <span>

namespace isolde {

std::vector<AggregateLook> aggregate_looks(const Touches& touches, std::uint32_t begin, std::uint32_t end) {
  std::vector<AggregateLook> looks;
  for (std::uint32_t touch = begin; touch < end; ++touch) {
    const std::span<const Step> steps = touches.steps(touches[touch]);
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == Step::Kind::kAggregate) looks.push_back({OpId(steps[i].value.value), touch, i});
  }
  std::ranges::stable_sort(looks, {}, &AggregateLook::op);
  return looks;
}

std::vector<AggregateFind> aggregate_finds(const AggregateLook& look, const Touches& touches,
                                           KeyValues& values, SourceViews& views) {
  const View& view = views[look.touch];
  const std::uint32_t key = touches[look.touch].key;
  const std::span<const Step> steps = touches.steps(touches[look.touch]);
  std::vector<AggregateFind> found;
  const auto find = [&](Version source, ValueId value) {
    const auto state = values.run(key, steps.first(look.steps), value);
    if (!state) return;
    std::optional<AggregateRow> row;
    if (values.matches(steps[look.steps].predicate, key, *state))
      row = values.aggregate_row(steps[look.steps], key, *state);
    found.push_back({row, source, value});
  };
  for (const Version source : view.candidates) {
    if (touches.is_constant(source)) {
      if (touches.value(source).is_valid()) find(source, touches.value(source));
    } else if (view.values) {
      for (const ValueId value : *view.values)
        if (views.may_hold(source, value)) find(source, value);
    } else {
      find(source, values.some_list());
    }
  }
  std::ranges::stable_sort(found, {}, &AggregateFind::row);
  return found;
}

}  // namespace isolde
