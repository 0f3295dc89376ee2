// Orders that are used although the level does not ask for them, and those that it cannot do without.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "check/check.hpp"
#include "history/history.hpp"

namespace isolde {

// An error in one sentence if the level asks for an order that is not to be used; `option` is what can be
// told to use it.
[[nodiscard]] Result<void> check_used_orders(Level level, const UsedOrders& use,
                                             std::string_view option = "--use");

// The part of the history's version orders that the options allow; empty if there is none.
[[nodiscard]] std::vector<VersionOrder> used_version_orders(const History& history,
                                                            const CheckOptions& options);

// What the papers' way tries in turn (solver/relaxation.hpp). `orders` are the used version orders, and must
// outlive the result. Only where every read has one possible writer, other orders are of use.
[[nodiscard]] std::vector<Demands> steps_by_pairs(const History& history, const CheckOptions& options,
                                                  const std::vector<VersionOrder>& orders,
                                                  bool is_item_story);

// One sentence for each order that is to be used but is not, or not to be had.
[[nodiscard]] std::vector<std::string> unused_orders(const History& history, const CheckOptions& options,
                                                     bool is_item_story);

}  // namespace isolde
