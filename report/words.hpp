// The words that all sentences of a report are made of: names of the input, and what was done to a key.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "history/history.hpp"
#include "history/spelling.hpp"

namespace isolde {

class Words {
 public:
  Words(const History& history, Detail detail) : history_(history), detail_(detail) {}

  [[nodiscard]] std::string txn(TxnId id) const { return spell_transaction(history_, id); }
  [[nodiscard]] std::string key(KeyId id) const { return spell_key(history_, id, detail_); }
  [[nodiscard]] std::string value(ValueId id) const { return spell_value(history_, id, detail_); }
  [[nodiscard]] std::string list(std::span<const std::uint32_t> elements) const {
    return spell_list(history_, elements, detail_);
  }
  // The condition of a predicate operation, in parentheses if a sentence would not show where it ends.
  [[nodiscard]] std::string condition(OpId op) const;
  [[nodiscard]] std::string operation(OpId op) const { return spell_operation(history_, op, detail_); }
  // "1, 2 and 3"; long ones are cut where people read
  [[nodiscard]] std::string all_of(const std::vector<ValueId>& values) const;

  // "asks for rows where v > 0", or by a predicate if the transaction has several
  [[nodiscard]] std::string asking(TxnId id) const;
  // "T1's count(*)", or "T1's aggregate" if it has several
  [[nodiscard]] std::string aggregate(TxnId id) const;

  // The last operation of a transaction that changes the key; none if it does not.
  [[nodiscard]] std::optional<OpId> last_change(TxnId id, KeyId key) const;
  // How transactions change the key: by appending, adding or incrementing, or as a whole.
  [[nodiscard]] OpKind kind_of_changes(KeyId key) const;
  // "wrote", "appended", "added"
  [[nodiscard]] static std::string_view put(OpKind kind);

 private:
  const History& history_;
  const Detail detail_;
};

}  // namespace isolde
