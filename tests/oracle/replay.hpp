// What operations do to a store, for the oracle: one transaction runs on a state, and either everything it
// read is what was recorded or it does not replay.
//
// A state holds one value per key; kInitial means absent, and is the empty list, the empty set and the
// counter's zero. The choices a history leaves open:
//   * write, insert: the key holds the value; inserting a key that is there is allowed.
//   * delete: the key is absent; deleting an absent one is allowed.
//   * append: the key's list and the element; of an absent key the list of this one element; of anything but
//     a list: does not replay.
//   * add: the same for a set. A key that somebody adds to is a set: its values are compared without regard
//     to order. A read that returns an element twice is no set and never replays.
//   * increment: the key's number plus the operation's; absent counts as 0; overflow or anything but integers
//     does not replay. A key that somebody increments is a counter: reading null is the same as reading 0.
//   * read: the recorded value equals the key's. Values are compared, not writers.
//   * predicate read: the rows returned are exactly the present keys whose value matches, each once. With
//     PredicateRule::kItems, each row returned is a read of its key that matches, no key is returned
//     twice, and nothing else is asked.
//   * aggregate: count, minimum, maximum and sum of what a predicate read would return are what was recorded;
//     null columns are passed over, and of nothing else all but the count are null. With
//     PredicateRule::kItems nothing is asked, as no item was returned.
//   * predicate write: the rows as in a predicate read; then each row's key holds `after`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "history/dictionary.hpp"
#include "history/history.hpp"

namespace isolde {

enum class PredicateRule : std::uint8_t { kRows, kItems };

using State = std::vector<ValueId>;  // by KeyId

class Replay {
 public:
  // `history` must outlive this.
  Replay(const History& history, PredicateRule rule);

  [[nodiscard]] State initial_state() const;

  // Runs all of the transaction's operations on `state`. False, with `state` left half changed, if it does
  // not replay.
  [[nodiscard]] bool run(TxnId txn, State& state);

  // The keys that the transaction wrote, each once.
  [[nodiscard]] const std::vector<KeyId>& written(TxnId txn) const { return written_[txn.index()]; }

 private:
  enum class KeyType : std::uint8_t { kPlain, kSet, kCounter };

  [[nodiscard]] bool run(OpId op, State& state);
  [[nodiscard]] bool append(KeyId key, ValueId element, State& state);
  [[nodiscard]] bool increment(KeyId key, ValueId by, State& state);
  [[nodiscard]] bool is_read(KeyId key, ValueId recorded, const State& state);
  [[nodiscard]] bool returns_rows(OpId op, const State& state);
  [[nodiscard]] bool returns_aggregate(OpId op, const State& state);
  // The number in the aggregate's column; none if it holds no number.
  [[nodiscard]] std::optional<std::int64_t> number_in(const AggregateSeen& seen, ValueId row) const;
  // Values that a read cannot tell apart become one.
  [[nodiscard]] ValueId canonical(KeyId key, ValueId value);

  const History& history_;
  PredicateRule rule_;
  Dictionary values_;  // the history's, and those that appends and increments make
  std::vector<KeyType> types_;
  std::vector<std::vector<KeyId>> written_;
};

}  // namespace isolde
