// What a transaction itself has left at each key so far, and whether a later read of it agrees: own writes
// are visible at every level.
//
// A read that agrees tells the whole value, and what comes after goes on from there. Cost: a read of a list
// or set costs no more than its length, everything else a constant.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "history/findings/validation.hpp"
#include "history/history.hpp"

namespace isolde {

class OwnWrites {
 public:
  explicit OwnWrites(const History& history);
  // For a single key; the caller must not pass operations on other keys.
  OwnWrites(const History& history, KeyId only);

  // Forgets the transaction before, in constant time: its entries have another stamp.
  void begin(TxnId txn);

  void write(OpId op, KeyId key, ValueId value) { state(key) = {txn_, State::kKnown, value, op, kNone, 0}; }
  // An external read: no write, but what a later update of this transaction goes on from.
  void observe(OpId op, KeyId key, ValueId value) { state(key) = {txn_, State::kSeen, value, op, kNone, 0}; }
  // An append, add or increment.
  void update(OpId op, KeyId key, ValueId operand);

  [[nodiscard]] bool wrote(KeyId key) const {
    const State& own = states_[key.index() - first_];
    return own.txn == txn_ && own.kind != State::kSeen;
  }

  // The finding if reading `value` contradicts what the transaction did to the key before. Requires
  // wrote(key).
  [[nodiscard]] std::optional<Finding> contradiction(OpId op, KeyId key, ValueId value);
  // The own operation that a read of the key is held to: what wrote the value, showed it, or began to update
  // it. Requires wrote(key).
  [[nodiscard]] OpId since(KeyId key) const { return states_[key.index() - first_].since; }

 private:
  __extension__ using Wide = __int128;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  enum class Type : std::uint8_t { kList, kSet, kCounter };  // registers are as good as lists
  struct State {
    enum Kind : std::uint8_t { kSeen, kKnown, kOpen };
    TxnId txn;  // whose state this is; any other transaction's is void
    Kind kind = kOpen;
    ValueId base;              // kSeen, kKnown: the value below the updates
    OpId since;                // what wrote or read the base; kOpen: the first update
    std::size_t last = kNone;  // the latest update, a chain through Update::before
    Wide sum = 0;              // of increments
  };
  struct Update {
    ValueId operand;
    std::size_t before;
  };

  [[nodiscard]] State& state(KeyId key) { return states_[key.index() - first_]; }
  [[nodiscard]] Type type(KeyId key) const { return types_[key.index() - first_]; }
  void note_type(OpId op);
  [[nodiscard]] bool agrees(KeyId key, const State& state, ValueId value);
  [[nodiscard]] bool ends_with_own(const State& state, ValueId value) const;
  [[nodiscard]] bool holds_own(const State& state, ValueId value);
  [[nodiscard]] bool counts_own(const State& state, ValueId value) const;

  const History& history_;
  std::size_t first_ = 0;      // the index of the first key
  std::vector<State> states_;  // by key
  std::vector<Type> types_;    // by key
  std::vector<Update> updates_;
  std::vector<std::uint32_t> shown_;     // scratch
  std::vector<std::uint32_t> expected_;  // scratch
  std::vector<std::uint32_t> added_;     // scratch
  TxnId txn_;
};

}  // namespace isolde
