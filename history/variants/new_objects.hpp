// Adya's rule for keys that are inserted again after a delete: the new row is another object, with versions
// of its own. (By default it is the same object with further versions.)
//
// The history is rewritten so that every object is a key: the first keeps the name, others are called "k#2",
// "k#3", ... What that takes is which object an operation was about:
//   * an insert after a delete makes an object of its own. That takes a delete that may commit and that does
//     not follow the insert by session or real time, where these bind. Other inserts, and what a key holds at
//     the beginning, share the first object;
//   * a read of a value is about the object that its only writer wrote; so is a row that a predicate
//     returned;
//   * a read of nothing found no object: it becomes one read per object;
//   * a write or delete is about the object that its transaction inserted, wrote or read last under that key.
// Where that does not tell (a delete by a transaction that never read the key, a value written twice), every
// object is possible, and each way to settle all of them gives a variant: what clients saw is explained if
// one of the variants is.
//
// Aborted transactions make no objects, and which one they meant makes no difference: they are put to the
// first. Only keys that have two objects or more are concerned. A version order does not tell objects apart,
// nor do the keys that a predicate speaks of: then there are no variants, but a reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "history/history.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"

namespace isolde {

class NewObjects {
 public:
  static constexpr std::size_t kMostVariants = 64;  // each is checked in turn; chosen, not measured

  // `level` tells which orders bind. `history` must outlive this.
  NewObjects(const History& history, const LevelInfo& level, std::int64_t clock_skew);

  // How many keys have several objects; if none, there is one variant, which is the history itself.
  [[nodiscard]] std::size_t key_count() const { return keys_; }
  // Why there are no variants to look at.
  [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }
  [[nodiscard]] std::size_t variant_count() const { return variants_; }
  [[nodiscard]] History variant(std::size_t number) const;

 private:
  using Node = std::uint32_t;
  static constexpr Node kNone = static_cast<Node>(-1);

  struct Slot {  // an operation, or one of its rows, on such a key
    KeyId key;
    ValueId read;  // what it showed, if that tells the object; else invalid
    ValueId written;
  };

  void find_objects(const LevelInfo& level, std::int64_t clock_skew);
  void add_slots();
  void add_slots(TxnId txn);
  [[nodiscard]] Node made_by(OpId op, KeyId key) const;
  Node add_slot(KeyId key, ValueId read, ValueId written, Node same_as);
  void resolve_reads();
  void count_variants();
  void find_problem();
  [[nodiscard]] Node root(Node node);
  [[nodiscard]] bool has_objects(KeyId key) const { return !objects_[key.index()].empty(); }

  const History& history_;
  std::vector<std::vector<OpId>> objects_;  // by key: the insert that made each; invalid: the first one
  std::vector<Node> first_object_;          // by key: its node
  std::vector<std::uint32_t> slot_begins_;  // by operation
  std::vector<Slot> slots_;
  std::vector<Node> parents_;  // objects first, then slots; who stands for the same object
  std::size_t object_nodes_ = 0;
  std::vector<Node> open_;              // roots that are no object
  std::vector<std::size_t> open_ways_;  // of each, how many objects it may be
  std::size_t keys_ = 0;
  std::size_t variants_ = 1;
  std::optional<std::string> problem_;
};

}  // namespace isolde
