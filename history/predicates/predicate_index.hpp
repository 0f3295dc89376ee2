// An ordered index per column over versions, so that a predicate finds its matches without looking at all of
// them. Of the columns that a predicate compares with literals (history/predicates/predicate_ranges.hpp) the
// one with the fewest versions in range is taken; a predicate that constrains no column scans.
//
// A column is sorted when a predicate first asks for it, integers into buckets: O(v) for v versions unless
// they crowd, O(v log v) at worst; then a predicate costs a search per interval, and one step per version in
// range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "history/history.hpp"
#include "history/predicates/predicate_ranges.hpp"

namespace isolde {

struct RowVersion {
  KeyId key;
  ValueId value;  // kInitial: absent, and matches nothing
};

// Versions in the order of what they hold in one column; those that hold null there are left out.
class OrderedColumn {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  OrderedColumn(const Dictionary& keys, const Dictionary& values, std::span<const RowVersion> versions,
                const Subject& subject);

  // Versions, by place.
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }
  // By version: its place, or kNone.
  [[nodiscard]] std::uint32_t place(std::size_t version) const { return places_[version]; }
  // How many places lie before the cut.
  [[nodiscard]] std::size_t places_before(const Cut& cut) const;
  // How many hold less than this integer.
  [[nodiscard]] std::size_t places_below(std::int64_t number) const {
    if (!cells_.empty()) return places_before({Cut::At::kBefore, predicate_cells::integer_cell(number)});
    if (number <= least_) return 0;
    if (number > most_) return order_.size();
    const std::uint64_t own = bucket(number);
    return bucket_bits_ == 0 ? buckets_[own] : places_below(number, own);
  }
  // How many hold no more than this integer.
  [[nodiscard]] std::size_t places_up_to(std::int64_t number) const {
    if (number != std::numeric_limits<std::int64_t>::max() && cells_.empty()) return places_below(number + 1);
    return places_before({Cut::At::kAfter, predicate_cells::integer_cell(number)});
  }

 private:
  using Cell = predicate_cells::Cell;
  struct Entry {
    Cell cell;
    std::uint32_t version;
  };

  void sort_cells(std::vector<Entry>& entries);
  // `numbers` by version; only where places_ says that there is one.
  void sort_integers(const std::int64_t* numbers);
  void sort_bucket(std::size_t first, std::size_t last, const std::int64_t* numbers);
  [[nodiscard]] std::size_t places_below(std::int64_t number, std::uint64_t own_bucket) const;
  [[nodiscard]] std::uint64_t bucket(std::int64_t number) const { return distance(number) >> bucket_bits_; }
  // From the least.
  [[nodiscard]] std::uint64_t distance(std::int64_t number) const {
    return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least_);
  }

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> places_;
  std::vector<Cell> cells_;  // by place; empty if all are integers, and then:
  std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t most_ = std::numeric_limits<std::int64_t>::min();
  // Integers by their distance to the least, a few to a bucket: the place where each bucket begins, and the
  // end of all.
  std::vector<std::uint32_t> buckets_;
  unsigned bucket_bits_ = 0;
  std::vector<std::int64_t> integers_;  // by place, where buckets hold different ones
};

class PredicateIndex {
 public:
  // Where the matches of a predicate are.
  struct Candidates {
    struct Places {
      std::size_t first;
      std::size_t last;  // one past
    };
    const OrderedColumn* column = nullptr;             // null: no column helps, all versions are candidates
    boost::container::small_vector<Places, 2> places;  // ascending
    std::size_t count = 0;
    bool is_exact = false;  // all candidates that are present match
  };

  // The places of one column.
  struct Run {
    const OrderedColumn* column = nullptr;
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // one past; not less than `first`

    // A row without a place has one beyond all.
    [[nodiscard]] bool holds(std::uint32_t place) const { return place - first < last - first; }
  };

  // Versions are numbered as they stand. The dictionaries must outlive this, and must not change meanwhile.
  PredicateIndex(const Dictionary& keys, const Dictionary& values, std::vector<RowVersion> versions);
  PredicateIndex(const History& history, std::vector<RowVersion> versions);

  [[nodiscard]] const std::vector<RowVersion>& versions() const { return versions_; }
  [[nodiscard]] Candidates candidates(const Predicate& predicate);
  // Of a predicate that says no more than this: exactly its matches.
  [[nodiscard]] Run run_of(const Predicate::IntegerRange& range) {
    const bool is_known = range.column < by_column_.size() && by_column_[range.column] != nullptr;
    const OrderedColumn& ordered =
        is_known ? *by_column_[range.column] : column({Subject::Kind::kColumn, range.column});
    if (range.first > range.last) return {&ordered, 0, 0};
    return {&ordered, static_cast<std::uint32_t>(ordered.places_below(range.first)),
            static_cast<std::uint32_t>(ordered.places_up_to(range.last))};
  }
  [[nodiscard]] bool matches(const Predicate& predicate, std::size_t version) const {
    const RowVersion& row = versions_[version];
    return row.value != kInitial && predicate.matches(keys_, row.key, values_, row.value);
  }

  // Calls visit(version) for every version that matches; in order of the column that was used, or of their
  // numbers.
  template <class Visit>
  void for_each_match(const Predicate& predicate, Visit&& visit) {
    const Candidates found = candidates(predicate);
    if (found.column == nullptr) {
      if (found.count == 0) return;
      for (std::size_t version = 0; version < versions_.size(); ++version)
        if (matches(predicate, version)) visit(version);
      return;
    }
    for (const Candidates::Places& run : found.places)
      for (std::size_t place = run.first; place < run.last; ++place) {
        const std::size_t version = found.column->order()[place];
        if (found.is_exact || matches(predicate, version)) visit(version);
      }
  }

 private:
  [[nodiscard]] const OrderedColumn& column(const Subject& subject);

  const Dictionary& keys_;
  const Dictionary& values_;
  std::vector<RowVersion> versions_;
  std::map<Subject, std::unique_ptr<OrderedColumn>> columns_;
  std::vector<const OrderedColumn*> by_column_;  // of columns_, those of rows, by ColumnId; or null
};

}  // namespace isolde
