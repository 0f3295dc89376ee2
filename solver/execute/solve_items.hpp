// Decides histories of items in which every read has one possible writer, whatever is demanded: by
// executing, first with stronger demands that are cheaper to decide, then as asked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "encode/items/items.hpp"
#include "history/demands.hpp"
#include "history/history.hpp"
#include "solver/execute/executor.hpp"
#include "solver/outcome.hpp"
#include "solver/solve_polygraph.hpp"

namespace isolde {

// For ablation and tests; the verdict never depends on it.
struct ItemsTuning {
  bool strengthen = true;  // try more first (solver/relaxation.hpp), by orders that may be used:
  UsedOrders use = {true, true, false};
  const std::vector<VersionOrder>* version_orders = nullptr;  // null: not used
  bool hints = true;                                          // times, where used, and ids may steer
  bool list_first = false;                                    // where pairs may be listed: before executing
  bool sweep_first = false;                                   // close before executing
  // Steps that may be undone after closing before the polygraph solver takes over.
  std::optional<std::uint64_t> patience;
  SolverOptions solver = {};  // of polygraphs
  // Who prunes where pairs are listed, if not the CPU; null or a null answer: the CPU. The finder outlives
  // the call.
  std::function<CycleFinder*(const Polygraph&)> finder_for = {};
};

struct ItemsProblem {
  const History& history;
  const Items& items;  // requires that no read is open, unless observations speak of it
  Demands demands = {};
  ItemsTuning tuning = {};
  // What the items do not tell, if they are not the whole story. Then executing is all that is tried, and the
  // answer may be unknown although no limit was reached.
  Observations* observations = nullptr;
};

// What it took; of the last attempt that came so far. What none came to has no value.
struct ItemsFigures {
  std::optional<std::uint64_t> writer_pairs;     // of one key
  std::optional<std::uint64_t> chain_pairs;      // left of them where writers read what they overwrite
  std::optional<std::uint64_t> undecided_pairs;  // after pruning
  double encode_seconds = 0;                     // chains, lines and priorities; of all attempts
  double prune_seconds = 0;
  bool is_pruned = false;  // what is certain was found out before anything was searched
  bool is_executed = false;
  ExecutorStatistics execution;  // summed over all executions
  std::optional<PolygraphFigures> polygraph;
};

[[nodiscard]] Outcome solve_items(const ItemsProblem& problem, const Limits& limits,
                                  ItemsFigures* figures = nullptr);

}  // namespace isolde
