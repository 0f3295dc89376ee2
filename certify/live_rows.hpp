// The rows that the store holds now, ordered by column, so that a replay finds what a predicate matches
// without looking at every key. Versions that writes make are known beforehand and sorted once per column
// that is asked for; which of them are there now is a set of bits over the places of that order.
//
// Keys that anybody appends to, adds to or increments hold what only the replay knows: they are always
// candidates.
#pragma once

#include <cstdint>
#include <deque>
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
  void put(KeyId key, std::uint32_t version);

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

  [[nodiscard]] const BitTree& live_places(const OrderedColumn& column);
  [[nodiscard]] std::vector<RowVersion> number_versions(const History& history);

  std::vector<bool> is_computed_;  // by KeyId
  std::vector<KeyId> computed_keys_;
  std::vector<std::uint32_t> first_versions_;  // by OpId
  PredicateIndex index_;
  std::vector<std::uint32_t> current_;  // by KeyId
  std::deque<LiveColumn> columns_;
};

}  // namespace isolde
