// All versions of a history, sorted by what they hold in one column: booleans, then numbers, then texts;
// those that hold null there are left out. The verifier's own index, which shares nothing with the one that
// decides (history/predicates/predicate_index.hpp): a mistake of either is a disagreement.
//
// Integers are put into buckets of a few neighbours each, and sorted there. Cost: O(v) for v versions unless
// they crowd, O(v log v) otherwise; then a search per question, among the integers of a bucket if all are
// integers.
//
// Invariants
//   1. order_ and places_ are inverse to each other; places_ of a version that is left out is kNone.
//   2. What is held ascends with the place; it is in integers_, by place, if all are integers, and in cells_
//      otherwise.
//   3. starts_[b] is how many integers are in buckets before b; there is one more than there are buckets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "certify/schedule/predicate_bounds.hpp"
#include "history/history.hpp"

namespace isolde {

struct VersionOfKey {
  KeyId key;
  ValueId value;  // kInitial: absent, and left out
};

class SortedColumn {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Places {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // one past; not less than `first`

    // kNone is in none.
    [[nodiscard]] bool contains(std::uint32_t place) const { return place - first < last - first; }
    [[nodiscard]] std::uint32_t size() const { return last - first; }
  };

  SortedColumn(const History& history, std::span<const VersionOfKey> versions, const RowPart& part);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(order_.size()); }
  [[nodiscard]] std::uint32_t place(std::size_t version) const { return places_[version]; }
  [[nodiscard]] std::uint32_t version_at(std::size_t place) const { return order_[place]; }

  // The places of the versions that hold a number from `first` to `last`.
  [[nodiscard]] Places within(std::int64_t first, std::int64_t last) const {
    if (first > last) return {};
    if (!cells_.empty()) return cells_within(first, last);
    const bool is_most = last == std::numeric_limits<std::int64_t>::max();
    return {integers_below(first), is_most ? size() : integers_below(last + 1)};
  }
  // The places of the versions that the bound of this predicate allows.
  [[nodiscard]] Places within(const PredicateBounds::Bound& bound, const Predicate& predicate) const;

 private:
  using Cell = predicate_cells::Cell;
  struct Entry {
    Cell cell;
    std::uint32_t version;
  };
  struct NumberOf {
    std::int64_t number;
    std::uint32_t version;
  };

  void sort_integers(const std::vector<NumberOf>& numbers);
  void sort_buckets(const std::vector<NumberOf>& numbers);
  void sort_bucket(std::uint32_t first, std::uint32_t last, std::vector<NumberOf>& bucket);
  void sort_cells(std::vector<Entry>& entries);

  [[nodiscard]] std::uint64_t bucket_of(std::int64_t number) const {
    return (static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least_)) >> shift_;
  }
  // How many hold an integer below this; of a column of integers.
  [[nodiscard]] std::uint32_t integers_below(std::int64_t number) const {
    if (number <= least_) return 0;
    if (number > most_) return size();
    const std::uint64_t bucket = bucket_of(number);
    if (shift_ == 0) return starts_[bucket];
    const auto begin = integers_.begin();
    return static_cast<std::uint32_t>(
        std::lower_bound(begin + starts_[bucket], begin + starts_[bucket + 1], number) - begin);
  }
  // How many places satisfy is_before(place); these stand before all others.
  template <class IsBefore>
  [[nodiscard]] std::uint32_t count_before(IsBefore&& is_before) const;
  [[nodiscard]] std::uint32_t first_not_below(const Cell& cell) const;
  [[nodiscard]] std::uint32_t first_above(const Cell& cell, bool is_prefix) const;
  [[nodiscard]] Places of_type(CellType type) const;
  [[nodiscard]] Places cells_within(std::int64_t first, std::int64_t last) const;
  [[nodiscard]] Cell cell(std::uint32_t place) const {
    return cells_.empty() ? predicate_cells::integer_cell(integers_[place]) : cells_[place];
  }

  std::vector<std::uint32_t> order_;   // versions, by place
  std::vector<std::uint32_t> places_;  // by version
  std::vector<Cell> cells_;
  // Of a column of integers.
  std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t most_ = std::numeric_limits<std::int64_t>::min();
  unsigned shift_ = 0;  // of bits that integers of one bucket may differ in
  std::vector<std::uint32_t> starts_;
  std::vector<std::int64_t> integers_;
};

}  // namespace isolde
