// What needs no graph is found here, and what every way to decide needs is made on the way: an index of
// items, or of writers.
#pragma once

#include <optional>
#include <vector>

#include "check/check.hpp"
#include "encode/items/items.hpp"
#include "history/findings/validation.hpp"
#include "history/history.hpp"
#include "history/writers.hpp"

namespace isolde {

struct Validated {
  std::vector<Finding> findings;
  std::optional<Items> items;          // where items are the whole story and every read has one writer
  std::optional<Items> item_part;      // of a history that is plainly without flaws, but has predicates
  std::optional<WriterIndex> writers;  // not needed for a history that is plainly without flaws
};
[[nodiscard]] Validated validate_history(const History& history, const CheckOptions& options);

}  // namespace isolde
