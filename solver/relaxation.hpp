// Strengthen, then relax. More demands leave less open and are sooner decided: whoever meets them meets what
// was asked, too. So what is stronger is tried first, and given up step by step; only the last step is what
// was asked, and its word is final.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "history/demands.hpp"
#include "history/history.hpp"

namespace isolde {

// Whose steps they are.
enum class Deciding : std::uint8_t {
  kByExecuting,  // transactions as one event each, as long as possible: fewer events to order
  kByObserving,  // the same with observations, which are found to be wrong the sooner the more is ordered
  kByChoices,    // few steps, since each is encoded and solved anew
  kByPairs,  // as the papers do: one graph with all orders that may be used, then the graph that was asked
             // for
};

// What to try in turn, each once, `asked` last. Of `use` counts what the history tells; `version_orders` are
// those that may be used, or null.
[[nodiscard]] std::vector<Demands> relaxations(const History& history, const Demands& asked,
                                               const UsedOrders& use,
                                               const std::vector<VersionOrder>* version_orders,
                                               Deciding deciding);

// `try_stronger(demands)` has a value if it concludes something about what was asked; `decide(demands)` has
// the last word.
template <class TryStronger, class Decide>
[[nodiscard]] auto relax(const std::vector<Demands>& steps, TryStronger&& try_stronger, Decide&& decide) {
  for (std::size_t i = 0; i + 1 < steps.size(); ++i)
    if (auto concluded = try_stronger(steps[i])) return *std::move(concluded);
  return decide(steps.back());
}

}  // namespace isolde
