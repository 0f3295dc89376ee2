// What aggregates say in a proof by cases (explain/choice_facts.hpp): an aggregate takes one row, or none,
// from each key, and which depends on whose version its transaction saw. Together they must give what was
// shown.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "encode/choices/key_values.hpp"
#include "encode/items/items.hpp"
#include "history/predicates/aggregate.hpp"

namespace isolde {

// What an aggregate may have taken from a key; no row: what was there did not match.
struct TakenRows {
  bool is_known = true;  // else some source holds what nobody knows yet, and `rows` are not all
  std::vector<std::optional<AggregateRow>> rows;  // ascending, without repetitions

  void add(const std::optional<AggregateRow>& row);
  // No row is all there can be, so the key plays no part.
  [[nodiscard]] bool is_nothing() const { return is_known && rows.size() == 1 && !rows.front(); }
  [[nodiscard]] bool is_settled() const { return is_known && rows.size() == 1; }
};

struct AggregateFact {
  struct Part {
    std::uint32_t use = kNone;    // into ChoiceFacts::keys
    std::uint32_t touch = kNone;  // into ChoiceFacts::touches; kNone: it is not asked whose version it was
    std::vector<Step> steps;      // what the transaction did to the key before, and the aggregate
    TakenRows any;                // from any possible source
  };
  std::uint32_t reader = kNone;
  OpId op = {};
  std::vector<Part> parts;
};

// What the last of `steps`, which is an aggregate, takes from a key if its snapshot holds `snapshot`; false
// if what comes before does not fit that.
[[nodiscard]] bool take_row(KeyValues& values, KeyId key, std::span<const Step> steps, ValueId snapshot,
                            TakenRows& taken);

// The same if that is some list or set, and all that comes before keeps it one.
void take_list(KeyValues& values, KeyId key, const Step& aggregate, TakenRows& taken);

// Whether one of the rows taken from each key give what the aggregate showed; all of them are known. Taken to
// be so if there are too many totals to go through.
[[nodiscard]] bool add_up(const AggregateRule& rule, std::span<const TakenRows> keys);

}  // namespace isolde
