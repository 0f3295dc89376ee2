// Which keys a predicate operation may concern: those of which some version could match.
//
// Versions are found through an ordered index of the column that the predicate confines to a range
// (history/predicate_range.hpp), so the cost is that of the versions in the range; a predicate that confines
// no column looks at every version once, however often it is used.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "encode/key_values.hpp"
#include "history/history.hpp"
#include "history/predicate_range.hpp"

namespace isolde {

class MatchingKeys {
 public:
  struct Entry {
    std::uint32_t key = 0;
    ValueId value = {};  // invalid: a number that depends on the execution, so it may match anything
    auto operator<=>(const Entry&) const = default;
  };

  // `entries`: every value that a version of a key may hold, absence left out.
  MatchingKeys(const KeyValues& values, std::size_t predicates, std::vector<Entry> entries);

  // Ascending.
  [[nodiscard]] std::span<const std::uint32_t> keys(const History& history, PredicateId predicate) const;

 private:
  struct Place {
    std::int64_t number;
    std::uint32_t entry;
  };
  struct Column {
    std::vector<Place> numbers;         // by number
    std::vector<std::uint32_t> others;  // neither integers nor null
  };
  [[nodiscard]] const Column& column(const PredicateRange& range) const;
  [[nodiscard]] bool may_match(PredicateId predicate, const Entry& entry) const;

  const KeyValues& values_;
  std::vector<Entry> entries_;
  // Filled when asked for.
  mutable std::vector<std::optional<std::vector<std::uint32_t>>> keys_;  // by predicate
  mutable std::unordered_map<std::uint64_t, Column> columns_;            // looked up only, never iterated
};

}  // namespace isolde
