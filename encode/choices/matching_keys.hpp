// Which keys a predicate operation may concern: those of which some version could match. Versions are found
// through history/predicates/predicate_index.hpp; each predicate is asked once, however often it is used.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "history/history.hpp"
#include "history/predicates/predicate_index.hpp"

namespace isolde {

class MatchingKeys {
 public:
  // `versions`: every value that a version of a key may hold. `always`: keys of which nobody can tell. The
  // dictionary of `versions` must not change while this is in use.
  MatchingKeys(const History& history, const Dictionary& values, std::vector<RowVersion> versions,
               std::vector<std::uint32_t> always);

  // Ascending.
  [[nodiscard]] std::span<const std::uint32_t> keys(PredicateId predicate);

 private:
  const History& history_;
  PredicateIndex index_;
  std::vector<std::uint32_t> always_;
  std::vector<std::optional<std::vector<std::uint32_t>>> keys_;  // by predicate; filled when asked for
};

}  // namespace isolde
