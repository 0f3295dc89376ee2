#include "check/used_orders.hpp"

#include <fmt/format.h>

#include "history/variants/version_fraction.hpp"
#include "solver/relaxation.hpp"

namespace isolde {

Result<void> check_used_orders(Level level, const UsedOrders& use, std::string_view option) {
  const LevelInfo& asked = info(level);
  if (asked.session_order && !use.sessions)
    return usage_error(fmt::format("{} asks for session order: add so to {}", asked.name, option));
  if (asked.real_time && !use.real_time)
    return usage_error(fmt::format("{} asks for real time: add rt to {}", asked.name, option));
  return {};
}

std::vector<VersionOrder> used_version_orders(const History& history, const CheckOptions& options) {
  if (!options.use || !options.use->versions || history.version_orders().empty()) return {};
  std::vector<VersionOrder> part = part_of(history.version_orders(), options.version_fraction, options.seed);
  std::erase_if(part, [](const VersionOrder& order) { return order.values.size() < 2; });  // tells nothing
  return part;
}

std::vector<Demands> steps_by_pairs(const History& history, const CheckOptions& options,
                                    const std::vector<VersionOrder>& orders, bool is_item_story) {
  const Demands asked = demands_of(options.level, options.clock_skew);
  if (!is_item_story) return {asked};
  return relaxations(history, asked, options.use.value_or(UsedOrders{}), orders.empty() ? nullptr : &orders,
                     Deciding::kByPairs);
}

std::vector<std::string> unused_orders(const History& history, const CheckOptions& options,
                                       bool is_item_story) {
  std::vector<std::string> warnings;
  if (!options.use) return warnings;
  if (options.solver == Solver::kSearch) {
    warnings.emplace_back("the solver search uses no other orders than those that the level asks for");
    return warnings;
  }
  if (!options.use->versions) return warnings;
  if (history.version_orders().empty())
    warnings.emplace_back("the history lists no version order, so none is used");
  else if (!is_item_story)
    warnings.emplace_back("the version order is not used: not every read has one possible writer");
  return warnings;
}

}  // namespace isolde
