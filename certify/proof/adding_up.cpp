#include "certify/proof/adding_up.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "history/predicates/aggregate.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostTotals = 50'000;  // the same as in the encoding (docs/algorithms.md); not measured

}  // namespace

// The keys of which some version may match the predicate of `op`; a key whose values are computed always may.
const std::vector<KeyId>& AddingUp::matching_keys(OpId op) {
  const auto [found, is_new] = matching_keys_.try_emplace(op.value);
  std::vector<KeyId>& keys = found->second;
  if (!is_new) return keys;
  const Predicate& predicate = history_.predicate(history_.predicate(op));
  for (std::size_t i = 0; i < history_.key_count(); ++i) {
    const KeyId key(i);
    const auto matches = [&](ValueId value) {
      return value != kInitial && predicate.matches(history_.keys(), key, history_.values(), value);
    };
    const bool may_match = facts_.class_of(key) != Facts::KeyClass::kWhole ||
                           matches(history_.initial_value(key)) ||
                           std::ranges::any_of(facts_.writes(key), matches, &Facts::WriteOf::value);
    if (may_match) keys.push_back(key);
  }
  return keys;
}

bool AddingUp::is_possible(TxnId reader, OpId op) {
  const AggregateRule rule(history_, op);
  std::set<AggregateTotal> totals{AggregateTotal()};
  for (const KeyId key : matching_keys(op)) {
    std::set<AggregateTotal> next;
    for (const KeyRun::Taken& taken : sources_.taken(rule, op, reader, key)) {
      if (!taken.is_known) return true;
      if (taken.row && taken.row->refutes) continue;
      for (const AggregateTotal& total : totals) {
        const AggregateTotal with = taken.row ? rule.with(total, *taken.row) : total;
        if (rule.may_be_met(with)) next.insert(with);
      }
      if (next.size() > kMostTotals) return true;
    }
    totals = std::move(next);
  }
  return std::ranges::any_of(totals, [&](const AggregateTotal& total) { return rule.is_met(total); });
}

}  // namespace isolde
