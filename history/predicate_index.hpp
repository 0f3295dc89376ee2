// An ordered index per column over versions, so that a predicate finds its matches without looking at all of
// them. Of the columns that a predicate compares with literals (history/predicate_ranges.hpp) the one with
// the fewest versions in range is taken; a predicate that constrains no column scans.
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
#include "history/predicate_ranges.hpp"

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
  [[nodiscard]] std::size_t places_below(std::int64_t number) const;

 private:
  struct Entry {
    predicate_cells::Cell cell;
    std::uint32_t version;
  };
  struct Number {
    std::int64_t number;
    std::uint32_t version;
  };
  void sort_cells(std::vector<Entry>& entries);
  void sort_integers(std::span<const Number> numbers);
  static void sort_bucket(std::span<Number> numbers);
  [[nodiscard]] std::uint64_t bucket(std::int64_t number) const {
    return (static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least_)) >> bucket_bits_;
  }

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> places_;
  std::vector<predicate_cells::Cell> cells_;  // by place; empty if all are integers
  std::vector<std::int64_t> integers_;        // by place
  // Integers by their distance to the least, a few to a bucket: the place where each bucket begins, and the
  // end of all.
  std::vector<std::uint32_t> buckets_;
  unsigned bucket_bits_ = 0;
  std::int64_t least_ = 0;
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

  // Versions are numbered as they stand. The dictionaries must outlive this, and must not change meanwhile.
  PredicateIndex(const Dictionary& keys, const Dictionary& values, std::vector<RowVersion> versions);
  PredicateIndex(const History& history, std::vector<RowVersion> versions);

  [[nodiscard]] const std::vector<RowVersion>& versions() const { return versions_; }
  [[nodiscard]] Candidates candidates(const Predicate& predicate);
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
  [[nodiscard]] Candidates candidates(const Predicate::IntegerRange& range);

  const Dictionary& keys_;
  const Dictionary& values_;
  std::vector<RowVersion> versions_;
  std::map<Subject, std::unique_ptr<OrderedColumn>> columns_;
  std::vector<const OrderedColumn*> by_column_;  // of columns_, those of rows, by ColumnId; or null
};

}  // namespace isolde
