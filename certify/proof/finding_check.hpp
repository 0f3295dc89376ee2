// Checks a finding (history/findings/validation.hpp) against the raw history: the read could not have
// happened in any execution, and for the reason given.
#pragma once

#include "certify/proof/facts.hpp"
#include "certify/schedule/placement.hpp"
#include "history/findings/validation.hpp"

namespace isolde {

// Whether what the transaction saw of the key contradicts its own writes or its own predicates, whoever else
// there is: internal, or a predicate mismatch.
[[nodiscard]] bool contradicts_itself(const History& history, Facts& facts, TxnId txn, KeyId key);

[[nodiscard]] Problem check_finding(const History& history, Facts& facts, const Finding& finding);

}  // namespace isolde
