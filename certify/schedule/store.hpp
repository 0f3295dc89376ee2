// What a database would hold, for replaying: one cell per key, and what operations make of a cell.
//
//   * write, insert: the cell is the value; inserting what is there is allowed.
//   * delete: the cell is absent; deleting what is absent is allowed.
//   * append: the cell is its list and the element; absent is the empty list; nothing but a list can be
//     appended to.
//   * add: the same of a set. A key that some transaction adds to is a set, whose elements have no order and
//     are not added twice.
//   * increment: the cell is its integer plus the amount; absent is 0; overflow and other types fail. Reading
//     a key that some transaction increments shows 0 and absent as the same.
//
// A list that grew is a chain of elements over a value of the history, shared by all its versions: appending
// costs O(1), and comparing with a read costs no more than the read is long, because a version that was read
// once is known by that value.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "history/history.hpp"
#include "history/predicates/aggregate.hpp"

namespace isolde {

struct Cell {
  static constexpr std::uint32_t kNoChain = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = kInitial.value;  // the whole, or what the chain stands on
  std::uint32_t chain = kNoChain;        // the last element of a list or set that grew

  [[nodiscard]] bool is_absent() const { return value == kInitial.value && chain == kNoChain; }
};

class Store {
 public:
  // `history` must outlive this.
  explicit Store(const History& history);

  [[nodiscard]] const Cell& cell(KeyId key) const { return cells_[key.index()]; }
  void set(KeyId key, Cell cell) { cells_[key.index()] = cell; }
  // Whether the history has appends, adds or increments.
  [[nodiscard]] bool computes() const { return computes_; }

  // Whether a read of `key` in this state shows `recorded`.
  [[nodiscard]] bool shows(KeyId key, const Cell& cell, ValueId recorded) {
    if (cell.value == recorded.value && cell.chain == Cell::kNoChain) return true;
    return shows_computed(key, cell, recorded);
  }
  // An append, add or increment; no value if the cell cannot take it.
  [[nodiscard]] std::optional<Cell> changed(OpKind kind, const Cell& cell, ValueId operand);
  // Absent cells match nothing.
  [[nodiscard]] bool matches(const Predicate& predicate, KeyId key, const Cell& cell) const;
  // What a cell that matches adds to an aggregate.
  [[nodiscard]] AggregateRow row(const AggregateRule& rule, KeyId key, const Cell& cell) const;

 private:
  struct Link {
    std::uint32_t before;  // kNoChain: the first one
    std::uint32_t element;
    std::uint32_t known_as;  // a value of the history equal to the whole up to here, or kNoValue
  };
  static constexpr std::uint32_t kNoValue = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] bool shows_computed(KeyId key, const Cell& cell, ValueId recorded);
  [[nodiscard]] bool shows_list(const Cell& cell, std::span<const std::uint32_t> recorded) const;
  [[nodiscard]] bool shows_set(const Cell& cell, std::span<const std::uint32_t> recorded);
  [[nodiscard]] std::optional<std::int64_t> number(std::uint32_t value) const;
  [[nodiscard]] std::span<const std::uint32_t> list(std::uint32_t value) const;

  enum KeyType : std::uint8_t { kPlain = 0, kSet = 1, kCounter = 2 };

  const History& history_;
  std::vector<Cell> cells_;          // by KeyId
  std::vector<std::uint8_t> types_;  // by KeyId: a set of KeyType
  std::optional<Dictionary>
      numbers_;               // the history's values and the sums that increments make, if there are any
  const Dictionary* values_;  // these, or the history's
  std::vector<Link> links_;
  Dictionary some_list_;  // holds one list: all lists are alike to a predicate
  ValueId some_list_id_;
  bool computes_ = false;
  std::vector<std::uint32_t> scratch_[3];
};

}  // namespace isolde
