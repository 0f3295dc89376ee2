// What a given version order says about chains, for executing.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "encode/items/chains.hpp"
#include "encode/items/items.hpp"
#include "encode/items/sweep.hpp"
#include "encode/lines.hpp"
#include "history/history.hpp"
#include "solver/execute/priority.hpp"

namespace isolde {

// Neighbours of each list as orders of their chains, each once. Nothing is said within a chain, nor about an
// initial version, which comes first anyhow.
[[nodiscard]] std::vector<ChainOrder> told_orders(const History& history, const Items& items,
                                                  const Chains& chains, std::span<const VersionOrder> orders);

// An order to execute in that reads, lines, chains and all told orders respect: by the middle between the
// longest paths from the beginning and to the end. Nothing if they form a cycle.
[[nodiscard]] std::optional<Priorities> priorities_by_orders(const Items& items, const Chains& chains,
                                                             const Lines& lines,
                                                             std::span<const ChainOrder> told);

}  // namespace isolde
