// The rows that the store holds now, ordered by column, so that a replay finds what a predicate matches
// without looking at every key. Versions that writes make are known beforehand and sorted once per column
// that is asked for; which of them are there now is a set of bits over the places of that order.
//
// Keys that anybody appends to, adds to or increments hold what only the replay knows: they are always
// candidates.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/bit_tree.hpp"
#include "history/history.hpp"
#include "history/predicate_index.hpp"

namespace isolde {

class LiveRows {
 public:
  // At first every key holds its initial version. `history` must outlive this.
  explicit LiveRows(const History& history);

  // The version that an item write makes; a predicate write makes one per row, numbered from this.
  [[nodiscard]] std::uint32_t version_of(OpId op) const { return first_versions_[op.index()]; }
  // `key` now holds this version.
  void put(KeyId key, std::uint32_t version) {
    const std::uint32_t old = std::exchange(current_[key.index()], version);
    for (LiveColumn& live : columns_) {
      const std::uint32_t from = live.column->place(old);
      const std::uint32_t to = live.column->place(version);
      if (from != OrderedColumn::kNone) live.places.erase(from);
      if (to != OrderedColumn::kNone) live.places.insert(to);
    }
  }

  // A range of integers matches the rows in these places of a column, and no others.
  struct Run {
    PredicateIndex::Run of_column;
    const BitTree* places;
  };
  // Nothing if the predicate says something else, or if some keys are always candidates. Valid until a
  // predicate asks for another column.
  [[nodiscard]] std::optional<Run> run_of(const Predicate& predicate) {
    const auto range = predicate.integer_range();
    if (!range || !computed_keys_.empty()) return std::nullopt;
    const PredicateIndex::Run run = index_.run_of(*range);
    return Run{run, &live_places(*run.column)};
  }
  [[nodiscard]] bool is_in(const Run& run, KeyId key) const {
    return run.of_column.holds(run.of_column.column->place(current_[key.index()]));
  }
  // Whether more than `most` keys are in it.
  [[nodiscard]] static bool has_more(const Run& run, std::size_t most) {
    return run.places->has_more(run.of_column.first, run.of_column.last, most);
  }

  // Calls visit(key, is_certain) for every key that may match, each once: all that match are among them;
  // certain ones need not be evaluated.
  template <class Visit>
  void for_each_candidate(const Predicate& predicate, Visit&& visit) {
    for (const KeyId key : computed_keys_) visit(key, false);
    const PredicateIndex::Candidates found = index_.candidates(predicate);
    if (found.column == nullptr) {
      if (found.count == 0) return;
      for (std::size_t i = 0; i < current_.size(); ++i)
        if (!is_computed_[i] && index_.versions()[current_[i]].value != kInitial) visit(KeyId(i), false);
      return;
    }
    const BitTree& places = live_places(*found.column);
    for (const auto& run : found.places)
      for (std::size_t at = places.next(run.first); at < run.last; at = places.next(at + 1))
        visit(index_.versions()[found.column->order()[at]].key, found.is_exact);
  }

 private:
  struct LiveColumn {
    const OrderedColumn* column;
    BitTree places;
  };

  [[nodiscard]] const BitTree& live_places(const OrderedColumn& column) {
    for (const LiveColumn& live : columns_)
      if (live.column == &column) return live.places;
    return add_column(column);
  }
  [[nodiscard]] const BitTree& add_column(const OrderedColumn& column);
  [[nodiscard]] std::vector<RowVersion> number_versions(const History& history);

  std::vector<bool> is_computed_;  // by KeyId
  std::vector<KeyId> computed_keys_;
  std::vector<std::uint32_t> first_versions_;  // by OpId
  PredicateIndex index_;
  std::vector<std::uint32_t> current_;  // by KeyId
  std::vector<LiveColumn> columns_;
};

}  // namespace isolde
