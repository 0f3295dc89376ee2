// The rows that the store holds now, ordered by column, so that a replay finds what a predicate matches
// without looking at every key. Versions that writes make are known beforehand and sorted once per column
// that is asked for (certify/schedule/sorted_column.hpp); which of them are there now is a set of bits over
// the places of that order.
//
// Of keys that some transaction appends to, adds to or increments, only the replay knows what they hold: they
// are always candidates.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/bit_tree.hpp"
#include "certify/schedule/predicate_bounds.hpp"
#include "certify/schedule/sorted_column.hpp"
#include "history/history.hpp"

namespace isolde {

class LiveRows {
  struct LiveColumn {
    RowPart part;
    SortedColumn column;
    BitTree places;  // of the versions that are there now
  };

 public:
  // At first every key holds its initial version. `history` must outlive this.
  explicit LiveRows(const History& history);

  // The version that an item write makes; a predicate write makes one per row, numbered from this.
  [[nodiscard]] std::uint32_t version_of(OpId op) const { return first_versions_[op.index()]; }
  // `key` now holds this version.
  void put(KeyId key, std::uint32_t version) {
    const std::uint32_t old = std::exchange(current_[key.index()], version);
    for (LiveColumn& live : columns_) {
      const std::uint32_t from = live.column.place(old);
      const std::uint32_t to = live.column.place(version);
      if (from != SortedColumn::kNone) live.places.erase(from);
      if (to != SortedColumn::kNone) live.places.insert(to);
    }
  }

  // A range of integers matches the rows in these places of a column, and no others.
  struct Run {
    const LiveColumn* live;
    SortedColumn::Places places;
  };
  // Nothing if the predicate says something else, or if some keys are always candidates. Valid until a
  // predicate asks for another column.
  [[nodiscard]] std::optional<Run> run_of(const Predicate& predicate) {
    if (!computed_keys_.empty()) return std::nullopt;
    return range_of(predicate);
  }
  [[nodiscard]] bool is_in(const Run& run, KeyId key) const {
    return run.places.contains(run.live->column.place(current_[key.index()]));
  }
  // Whether more than `most` keys are in it.
  [[nodiscard]] static bool has_more(const Run& run, std::size_t most) {
    return run.live->places.has_more(run.places.first, run.places.last, most);
  }

  // Calls visit(key) for every key that may match, each once: all that match are among them.
  template <class Visit>
  void for_each_candidate(const Predicate& predicate, Visit&& visit) {
    for (const KeyId key : computed_keys_) visit(key);
    const std::optional<Run> run = narrowest_run(predicate);
    if (!run) {
      for (std::size_t i = 0; i < current_.size(); ++i)
        if (!is_computed_[i] && versions_[current_[i]].value != kInitial) visit(KeyId(i));
      return;
    }
    const BitTree& places = run->live->places;
    for (std::size_t at = places.next(run->places.first); at < run->places.last; at = places.next(at + 1))
      visit(versions_[run->live->column.version_at(at)].key);
  }

 private:
  // The number of a column in columns_; adds the column if it is new.
  [[nodiscard]] std::size_t number_of(const RowPart& part) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].part == part) return i;
    return add_column(part);
  }
  std::size_t add_column(const RowPart& part);
  // The run of a predicate that says no more than that a column holds an integer of a range.
  [[nodiscard]] std::optional<Run> range_of(const Predicate& predicate) {
    const auto range = predicate.integer_range();
    if (!range) return std::nullopt;
    const LiveColumn& live = columns_[number_of({RowPart::Kind::kColumn, range->column})];
    return Run{&live, live.column.within(range->first, range->last)};
  }
  [[nodiscard]] const PredicateBounds& bounds_of(const Predicate& predicate);
  // The smallest run that has all keys that match; nothing if no column helps.
  [[nodiscard]] std::optional<Run> narrowest_run(const Predicate& predicate);
  [[nodiscard]] std::vector<VersionOfKey> number_versions(const History& history);

  const History& history_;
  std::vector<bool> is_computed_;  // by KeyId
  std::vector<KeyId> computed_keys_;
  std::vector<std::uint32_t> first_versions_;  // by OpId
  std::vector<VersionOfKey> versions_;
  std::vector<std::uint32_t> current_;  // by KeyId
  std::vector<LiveColumn> columns_;
  std::vector<std::optional<PredicateBounds>> bounds_;  // by shape
};

}  // namespace isolde
