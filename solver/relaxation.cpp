#include "solver/relaxation.hpp"

#include <algorithm>

namespace isolde {

std::vector<Demands> relaxations(const History& history, const Demands& asked, const UsedOrders& use,
                                 const std::vector<VersionOrder>* version_orders, Deciding deciding) {
  // All orders there are, in the graph that was asked for and in the graph where a transaction is one node.
  Demands ordered = asked;
  ordered.session_order |= use.sessions && history.session_count() != 0;
  ordered.real_time |= use.real_time && history.has_times();
  Demands strongest = ordered;
  strongest.one_node = strongest.first_committer_wins = true;
  // The same without real time where nobody asked for it.
  Demands in_sessions = ordered;
  in_sessions.real_time = asked.real_time;
  Demands timeless = strongest;
  timeless.real_time = asked.real_time;
  // Without sessions executing has little to go by: best where a transaction is one event.
  Demands alone = timeless;
  if (!asked.one_node) alone.session_order = asked.session_order;
  const auto listed = [&](Demands demands) {
    demands.version_orders = version_orders;
    return demands;
  };

  std::vector<Demands> all;
  switch (deciding) {
    case Deciding::kByExecuting:
      if (version_orders != nullptr) all = {listed(strongest), listed(in_sessions)};
      all.insert(all.end(), {strongest, timeless, alone, in_sessions});
      break;
    case Deciding::kByObserving:
      all = {strongest, ordered, timeless, alone, in_sessions};
      break;
    case Deciding::kByChoices:
      all = {strongest, timeless, in_sessions};
      break;
    case Deciding::kByPairs:
      all = {listed(ordered)};
      break;
  }
  std::vector<Demands> steps;
  for (const Demands& each : all)
    if (each != asked && std::ranges::find(steps, each) == steps.end()) steps.push_back(each);
  steps.push_back(asked);
  return steps;
}

}  // namespace isolde
