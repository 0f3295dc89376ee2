// Which transactions, and which of their operations, an anomaly is about: where there are many, only these
// are shown.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "certify/decision.hpp"
#include "history/history.hpp"

namespace isolde {

class Telling {
 public:
  // Looks at the finding, the cycle and all cycles of the proof.
  Telling(const History& history, const Anomaly& anomaly);

  // Those of the anomaly that a step of a cycle speaks of; all if there are few, or no step.
  [[nodiscard]] const std::vector<TxnId>& transactions() const { return txns_; }
  // The spelled operations, at most `most_characters` each and together at most bounds::kLineOfOperations;
  // where some were left out, the last entry is "and 824 more".
  [[nodiscard]] std::vector<std::string> operations(TxnId txn, std::size_t most_characters) const;

 private:
  void look_at(const std::vector<Dependency>& cycle);
  [[nodiscard]] bool is_telling(KeyId key) const;
  [[nodiscard]] bool is_telling(TxnId txn, OpId op) const;
  [[nodiscard]] std::vector<OpId> chosen(TxnId txn) const;

  const History& history_;
  std::vector<TxnId> txns_;    // in the anomaly's order
  std::vector<KeyId> keys_;    // sorted
  std::vector<OpId> ops_;      // sorted
  std::vector<TxnId> askers_;  // sorted; what they did not get matters, so every predicate of theirs does
};

}  // namespace isolde
