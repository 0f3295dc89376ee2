// What a few transactions observed of a few keys, as the material of a proof by cases
// (certify/certificate.hpp): for each observation the versions that can have been its source, and what is
// certain among the transactions concerned. Transactions are numbered from zero.
//
// Observations that are left out only add executions; so what these facts refute, the history violates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "encode/choices/key_values.hpp"
#include "encode/items/items.hpp"
#include "explain/aggregate_facts.hpp"
#include "explain/choice_index.hpp"
#include "history/dependency.hpp"
#include "history/history.hpp"

namespace isolde {

struct ChoiceFacts {
  // Somebody's version of a key.
  struct Install {
    std::uint32_t txn = kNone;
    std::vector<Step> steps;
    std::optional<ValueId> value;  // what it holds whatever its source, where that is known
    bool is_list = false;          // else: a list or set of which nothing else is known
  };
  // What somebody adds to a counter in all.
  struct CounterTotal {
    TxnId txn;
    std::int64_t total = 0;
  };
  struct KeyUse {
    KeyId key = {};
    std::vector<Install> installs;  // of the transactions here, by number
    ValueId initial = {};
    // Of a counter that is only incremented, where no update is lost: all that anybody may add, also those
    // who are not here; ascending. Else null.
    std::shared_ptr<const std::vector<CounterTotal>> totals = {};
  };
  // A read of such a counter: what it shows beside the initial value and own increments.
  struct SumRead {
    std::uint32_t reader = kNone;
    std::uint32_t use = kNone;
    std::int64_t rest = 0;
    ValueId shown = {};
  };
  // The source of `key` for `reader` is one of `sources` (kNone: the initial version).
  struct Touch {
    std::uint32_t reader = kNone;
    std::uint32_t use = kNone;  // into keys
    std::vector<std::uint32_t> sources;
    std::vector<Step> steps;
    // Of one operation alone, where no source fits all of them: one source, and it is certain.
    bool is_partial = false;
    // Something was read or missed before any own write as a whole.
    bool observes = false;
    // What a missing row says, not a read.
    bool is_missing_row = false;
    // Nothing but an aggregate looked at the key.
    bool is_aggregated = false;
    ValueId shown = {};  // a value that was read, if any
  };
  // Certain if both ends and the witness count.
  struct Known {
    std::uint32_t from = kNone;
    std::uint32_t to = kNone;
    std::uint32_t witness = kNone;
    Dependency dependency;
  };

  std::vector<TxnId> txns;   // ascending
  std::vector<bool> counts;  // by number: others may or may not have taken effect
  std::vector<KeyUse> keys;
  std::vector<Touch> touches;
  std::vector<AggregateFact> aggregates;
  std::vector<SumRead> sums;
  std::vector<Known> known;  // session order, real time, and what elements of lists and sets show
  const History* history = nullptr;
  std::shared_ptr<KeyValues> values;
};

// All that transactions which may count have to do with keys; for small histories.
[[nodiscard]] std::vector<Observation> all_observations(const History& history);

// The facts among `txns`, which are ascending and not aborted: of those observations whose possible sources
// are all among them, and of aggregates over all keys. Cost: quadratic in the transactions; for those with
// aggregates, all versions. Observations that are not reached in time are left out.
[[nodiscard]] ChoiceFacts choice_facts(ChoiceIndex& index, std::span<const Observation> observations,
                                       const std::vector<TxnId>& txns, const Deadline& deadline);

// The same without what nothing suits, in whatever way.
[[nodiscard]] ChoiceFacts without_impossible(ChoiceFacts facts);

// The facts among some of the transactions alone, which must be ascending.
[[nodiscard]] ChoiceFacts restrict_to(const ChoiceFacts& facts, const std::vector<TxnId>& txns);

}  // namespace isolde
