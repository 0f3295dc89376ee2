// Whether an aggregate can have shown what it did: some choice of one possible source for each key, and the
// rows that its transaction finds there, give what was shown. The sources of different keys are chosen
// independently, which errs on the side of more possibilities; so that nothing adds up is true of every
// execution under the assumptions.
//
// Cost: the versions of the keys that its predicate may match, and one pass over these keys with all totals
// that there may be. Beyond kMostTotals totals the aggregate is taken to be possible.
#pragma once

#include <unordered_map>
#include <vector>

#include "certify/proof/facts.hpp"
#include "certify/proof/sources.hpp"
#include "history/history.hpp"

namespace isolde {

class AddingUp {
 public:
  // All of them must outlive this.
  AddingUp(const History& history, Facts& facts, Sources& sources)
      : history_(history), facts_(facts), sources_(sources) {}

  // `op` is an aggregate of `reader`, which counts.
  [[nodiscard]] bool is_possible(TxnId reader, OpId op);

 private:
  [[nodiscard]] const std::vector<KeyId>& matching_keys(OpId op);

  const History& history_;
  Facts& facts_;
  Sources& sources_;
  std::unordered_map<std::uint32_t, std::vector<KeyId>> matching_keys_;  // by operation
};

}  // namespace isolde
