// The toy database behind random_history: random transactions of some clients, executed step by step under a
// virtual clock, serially or at a weaker level. It shares no code with the oracle's replay: the two are
// independent opinions on what an operation does, conditions included (tests/oracle/condition.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "history/builder.hpp"
#include "tests/oracle/condition.hpp"
#include "tests/oracle/random_history.hpp"

namespace isolde::toy {

enum class KeyType : std::uint8_t { kRegister, kList, kSet, kCounter };

using Store = std::vector<ValueId>;  // by key

struct Operation {
  OpKind kind = OpKind::kRead;
  std::size_t key = 0;
  ValueId value;
  std::size_t predicate = 0;
  std::vector<RowSeen> rows;
  AggregateSeen aggregate;
};

struct Transaction {
  std::size_t client = 0;
  TxnStatus status = TxnStatus::kCommitted;
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::vector<Operation> operations;
};

// What the database and the liar share: the draw, the names, and every version any key ever had.
struct World {
  World(Random& source, const RandomHistoryOptions& chosen);

  void add_key(std::size_t index);
  [[nodiscard]] ValueId fresh_scalar();
  // A value to write to the key, an element to append or a number to add.
  [[nodiscard]] ValueId fresh(std::size_t key);
  [[nodiscard]] ValueId list_of(const std::vector<std::uint32_t>& elements);
  [[nodiscard]] std::vector<std::uint32_t> elements_of(ValueId value);

  Random& random;
  const RandomHistoryOptions& options;
  HistoryBuilder builder;
  std::vector<KeyId> ids;
  std::vector<KeyType> types;
  Store initial;
  std::vector<std::vector<ValueId>> versions;  // per key: what was ever written, by anyone
  std::vector<std::uint32_t> columns;          // a, b and c of a row
  std::vector<Condition> predicates;
  std::int64_t last_value = 0;
  bool repeats = false;
  bool has_rows = false;
};

// Executes `transactions` random ones of `clients` clients; if there are as many clients as transactions, one
// each. In the order of their begins.
[[nodiscard]] std::vector<Transaction> execute(World& world, std::size_t transactions, std::size_t clients);

}  // namespace isolde::toy
