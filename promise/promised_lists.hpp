// What lists hold in each version that a database's version orders name.
//
// An append adds to the version before it, so as long as no update is lost an order says what every version
// holds: what was there at the beginning, then what each installer appended, one installer after the other.
// All versions of a list are beginnings of its last one, and a read shows the version as long as itself.
//
// Orders may name a list by its last element or as a whole, and also states in the middle of a transaction's
// appends. What they name must fit: a whole must be what its place in the order makes it.
//
// Not so at a level where updates may be lost: there a version stands on some version before it. And nothing
// is known of lists to which one element was appended twice (an order does not tell whose is whose), nor of
// what was no list at the beginning. Versions of all these are found by their last element, as a guess that
// a replay has to confirm.
//
// Cost: linear in the appends, but for one sort of them; a look-up compares a read with the list once.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "history/history.hpp"
#include "history/writers.hpp"

namespace isolde {

class PromisedLists {
 public:
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

  // `history` must outlive this.
  PromisedLists(const History& history, const WriterIndex& writers, bool updates_may_be_lost);

  [[nodiscard]] bool is_empty() const { return lists_.empty(); }
  // Some transaction appends to the key.
  [[nodiscard]] bool is_list(KeyId key) const {
    return !list_numbers_.empty() && list_numbers_[key.index()] != 0;
  }
  // The key is a list, and its order says what its versions hold.
  [[nodiscard]] bool is_known(KeyId key) const {
    return is_list(key) && list(key).knowledge == Knowledge::kContents;
  }
  // The orders say what all lists hold.
  [[nodiscard]] bool are_known() const { return are_known_; }
  // The element by which a value is found among the appends to the key; a list is found by its last one.
  [[nodiscard]] ValueId known_as(KeyId key, ValueId value) const;

  // Takes the next entry of the key's order, an append of `txn`. Returns what is wrong with it, if anything.
  // `is_final`: the last append of the transaction, which makes the next version.
  [[nodiscard]] std::optional<std::string> follow(KeyId key, ValueId value, TxnId txn, bool is_final);

  // The following require that the list is known and that its order has been followed to the end.
  // Which version shows this, counted from the initial one; kNowhere: none.
  [[nodiscard]] std::uint32_t version_showing(KeyId key, ValueId value) const;
  // What the last version holds.
  [[nodiscard]] std::span<const std::uint32_t> content(KeyId key) const { return list(key).content; }
  // What a transaction that installs a version sees after so many own appends.
  [[nodiscard]] std::span<const std::uint32_t> seen_by(TxnId txn, KeyId key, std::size_t appends) const;
  // Whether a value is the list of these elements.
  [[nodiscard]] bool holds(std::span<const std::uint32_t> elements, ValueId value) const;

 private:
  enum class Knowledge : std::uint8_t {
    kContents,  // what each version holds
    kAncestry,  // that each stands on some version before it
    kNothing,
  };
  struct List {
    Knowledge knowledge = Knowledge::kContents;
    std::vector<std::uint32_t> content;
    std::vector<std::uint32_t> lengths;      // by version: how much of the content it holds
    std::unordered_set<std::uint32_t> ends;  // the last elements of all versions so far; never iterated
    TxnId in_progress;                       // whose appends the order is in the middle of
    std::size_t named = 0;                   // how many of these it has passed
  };
  struct Run {  // what one transaction appends to one key
    KeyId key;
    TxnId txn;
    std::vector<std::uint32_t> elements;
    std::uint32_t base = kNowhere;  // how long the list was before; kNowhere: the order has not come there
  };

  void find_appends();
  void find_knowledge(const WriterIndex& writers, bool updates_may_be_lost);
  [[nodiscard]] List& list(KeyId key) { return lists_[list_numbers_[key.index()] - 1]; }
  [[nodiscard]] const List& list(KeyId key) const { return lists_[list_numbers_[key.index()] - 1]; }
  [[nodiscard]] std::size_t run_of(TxnId txn, KeyId key) const;
  [[nodiscard]] std::span<const std::uint32_t> elements_of(ValueId value) const;
  // What is wrong with a whole list that the order names after these of a transaction's appends.
  [[nodiscard]] std::optional<std::string> misfit(KeyId key, ValueId whole,
                                                  std::span<const std::uint32_t> appended) const;

  const History& history_;
  std::vector<std::uint32_t> list_numbers_;  // by KeyId: 0 if it is none, else one more than its number
  std::vector<List> lists_;
  std::vector<Run> runs_;  // by key and transaction
  bool are_known_ = true;
};

}  // namespace isolde
