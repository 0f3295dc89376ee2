// What a transaction itself has left at each key so far, and whether a later read of it agrees: own writes
// are visible at every level.
//
// A read that agrees tells the whole value, and what comes after goes on from there. Cost: a read of a list
// or set costs no more than its length, everything else a constant.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "history/history.hpp"
#include "history/validation.hpp"

namespace isolde {

class OwnWrites {
 public:
  explicit OwnWrites(const History& history);

  // Forgets the transaction before, by stamping, not by clearing.
  void begin(TxnId txn);

  void write(KeyId key, ValueId value) { states_[key.index()] = {txn_, State::kKnown, value, kNone, 0}; }
  // An external read: no write, but what a later update of this transaction goes on from.
  void observe(KeyId key, ValueId value) { states_[key.index()] = {txn_, State::kSeen, value, kNone, 0}; }
  // An append, add or increment.
  void update(KeyId key, ValueId operand);

  [[nodiscard]] bool wrote(KeyId key) const {
    const State& state = states_[key.index()];
    return state.txn == txn_ && state.kind != State::kSeen;
  }

  // The finding if reading `value` contradicts what the transaction did to the key before. Requires
  // wrote(key).
  [[nodiscard]] std::optional<Finding> contradiction(OpId op, KeyId key, ValueId value);

 private:
  __extension__ using Wide = __int128;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  enum class Type : std::uint8_t { kList, kSet, kCounter };  // registers are as good as lists
  struct State {
    enum Kind : std::uint8_t { kSeen, kKnown, kOpen };
    TxnId txn;  // whose state this is; any other transaction's is void
    Kind kind = kOpen;
    ValueId base;              // kSeen, kKnown: the value below the updates
    std::size_t last = kNone;  // the latest update, a chain through Update::before
    Wide sum = 0;              // of increments
  };
  struct Update {
    ValueId operand;
    std::size_t before;
  };

  [[nodiscard]] bool agrees(KeyId key, const State& state, ValueId value);
  [[nodiscard]] bool ends_with_own(const State& state, ValueId value) const;
  [[nodiscard]] bool holds_own(const State& state, ValueId value);
  [[nodiscard]] bool counts_own(const State& state, ValueId value) const;

  const History& history_;
  std::vector<State> states_;
  std::vector<Type> types_;  // by key
  std::vector<Update> updates_;
  std::vector<std::uint32_t> shown_;     // scratch
  std::vector<std::uint32_t> expected_;  // scratch
  std::vector<std::uint32_t> added_;     // scratch
  TxnId txn_;
};

}  // namespace isolde
