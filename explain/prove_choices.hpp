// From "this history has no execution" to the few transactions that show it and a proof that the verifier can
// follow, where reads have several possible sources: repeated values, predicates, lists, sets, counters,
// indeterminate transactions. Works at every level of the table.
#pragma once

#include <optional>
#include <vector>

#include "explain/choice_facts.hpp"
#include "explain/prove.hpp"

namespace isolde {

// Everybody who may count.
[[nodiscard]] std::vector<TxnId> suspects_of(const History& history);
// Everything, for small histories.
[[nodiscard]] ChoiceSuspects all_suspects(const History& history);

// Nothing if the suspects have an execution, or if finding out takes too long. Cycles tell more than that
// nothing suits a transaction, so they are preferred unless told otherwise.
[[nodiscard]] std::optional<Explained> prove_choices(const ProveTask& task, const ChoiceSuspects& suspects,
                                                     bool prefers_cycles = true);

}  // namespace isolde
