// A cycle as people read it: many steps by session order or real time in a row are one step, because both
// orders are transitive.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certify/decision.hpp"
#include "history/dependency.hpp"
#include "history/history.hpp"

namespace isolde {

// The same cycle with as few steps as it needs.
[[nodiscard]] std::vector<Dependency> shortened(const History& history, const std::vector<Dependency>& cycle);

// A sentence if the anomaly rests on a transaction that ended at the very time at which another one started,
// which clocks may be too coarse to order. It says how to check without that.
[[nodiscard]] std::optional<std::string> tie_note(const History& history, const Anomaly& anomaly);

}  // namespace isolde
