#include "explain/aggregate_facts.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace isolde {
namespace {

constexpr std::size_t kMostTotals = 10'000;

}  // namespace

void TakenRows::add(const std::optional<AggregateRow>& row) {
  const auto at = std::ranges::lower_bound(rows, row);
  if (at == rows.end() || *at != row) rows.insert(at, row);
}

void take_list(KeyValues& values, KeyId key, const Step& aggregate, TakenRows& taken) {
  std::optional<AggregateRow> row;
  if (values.matches(aggregate.predicate, key.value, values.some_list()))
    row = values.aggregate_row(aggregate, key.value, values.some_list());
  taken.add(row);
}

bool take_row(KeyValues& values, KeyId key, std::span<const Step> steps, ValueId snapshot, TakenRows& taken) {
  const auto state = values.run(key.value, steps.first(steps.size() - 1), snapshot);
  if (!state) return false;
  std::optional<AggregateRow> row;
  if (values.matches(steps.back().predicate, key.value, *state))
    row = values.aggregate_row(steps.back(), key.value, *state);
  taken.add(row);
  return true;
}

bool add_up(const AggregateRule& rule, std::span<const TakenRows> keys) {
  std::set<AggregateTotal> totals{AggregateTotal()};
  for (const TakenRows& taken : keys) {
    std::set<AggregateTotal> next;
    for (const std::optional<AggregateRow>& row : taken.rows) {
      if (row && row->refutes) continue;
      for (const AggregateTotal& total : totals) {
        const AggregateTotal with = row ? rule.with(total, *row) : total;
        if (rule.may_be_met(with)) next.insert(with);
      }
    }
    if (next.size() > kMostTotals) return true;
    totals = std::move(next);
  }
  return std::ranges::any_of(totals, [&](const AggregateTotal& total) { return rule.is_met(total); });
}

}  // namespace isolde
