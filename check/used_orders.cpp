#include "check/used_orders.hpp"

#include <fmt/format.h>

#include "history/version_fraction.hpp"

namespace isolde {
Result<void> check_used_orders(Level level, const UsedOrders& use) {
  const LevelInfo& asked = info(level);
  if (asked.session_order && !use.sessions)
    return usage_error(fmt::format("{} asks for session order: add so to --use", asked.name));
  if (asked.real_time && !use.real_time)
    return usage_error(fmt::format("{} asks for real time: add rt to --use", asked.name));
  return {};
}

std::vector<EncodeOptions> encodings(const CheckOptions& options, const std::vector<VersionOrder>& orders) {
  const EncodeOptions asked{options.level, options.clock_skew, true, true, false, nullptr};
  const UsedOrders use = options.use.value_or(UsedOrders{});
  EncodeOptions stronger = asked;
  stronger.level = with_all_orders(info(options.level).one_node, info(options.level).first_committer_wins);
  const LevelInfo& all = info(stronger.level);
  stronger.session_order = info(options.level).session_order || use.sessions;
  stronger.real_time = info(options.level).real_time || use.real_time;
  stronger.version_orders = orders.empty() ? nullptr : &orders;
  const bool is_stronger =
      (all.session_order && stronger.session_order != info(options.level).session_order) ||
      (all.real_time && stronger.real_time != info(options.level).real_time) ||
      stronger.version_orders != nullptr;
  if (!is_stronger) return {asked};
  return {stronger, asked};
}

std::vector<VersionOrder> used_version_orders(const History& history, const CheckOptions& options) {
  if (!options.use || !options.use->versions || history.version_orders().empty()) return {};
  std::vector<VersionOrder> part = part_of(history.version_orders(), options.version_fraction, options.seed);
  std::erase_if(part, [](const VersionOrder& order) { return order.values.size() < 2; });  // tells nothing
  return part;
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
