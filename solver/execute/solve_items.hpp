// Decides histories of items in which every read has one possible writer, at every level of the table: by
// executing, first at stronger levels that are cheaper to decide, then at the level asked.
#pragma once

#include <cstdint>
#include <vector>

#include "encode/items.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "solver/outcome.hpp"

namespace isolde {

// For ablation and tests; the verdict never depends on it.
struct ItemsTuning {
  bool strengthen = true;    // try stronger levels first
  bool hints = true;         // times and ids may steer
  bool sweep_first = false;  // close before executing
};

struct ItemsProblem {
  const History& history;
  const Items& items;  // requires that no read is open
  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;
  ItemsTuning tuning = {};
};

[[nodiscard]] Outcome solve_items(const ItemsProblem& problem, const Limits& limits);

}  // namespace isolde
