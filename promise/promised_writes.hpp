// What a transaction has written so far, as it sees that itself: the value it left under a key, or the list
// that its appends made of the version before its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "history/history.hpp"
#include "history/reads.hpp"
#include "promise/promised_versions.hpp"

namespace isolde {

class PromisedWrites {
 public:
  // Both must outlive this.
  PromisedWrites(const History& history, const PromisedVersions& versions);

  // Begins a transaction: forgets what the one before wrote.
  void begin(TxnId txn);
  // A value, or an element that is appended.
  void write(KeyId key, ValueId value);

  [[nodiscard]] TxnId txn() const { return txn_; }
  [[nodiscard]] bool has(KeyId key) const { return stamps_[key.index()] == txn_; }
  // In the order of their first write.
  [[nodiscard]] const std::vector<KeyId>& keys() const { return keys_; }

  // The next three require that the transaction has written the key.
  // Whether `value` is what the transaction sees there now, as far as the order says.
  [[nodiscard]] bool may_show(KeyId key, ValueId value) const;
  [[nodiscard]] std::string spell(KeyId key) const;
  // The value, or the element of a list, that it wrote last.
  [[nodiscard]] ValueId last(KeyId key) const { return values_[key.index()]; }

 private:
  const History& history_;
  const PromisedVersions& versions_;
  TxnId txn_;
  KeyStamps stamps_;                    // by KeyId: who wrote it last
  std::vector<ValueId> values_;         // by KeyId: and what
  std::vector<std::uint32_t> appends_;  // by KeyId: how many; empty if there are no lists
  std::vector<KeyId> keys_;
};

}  // namespace isolde
