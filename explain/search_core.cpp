#include "explain/search_core.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kStepsPerProbe = 20000;

}  // namespace

std::vector<TxnId> minimal_core(const SearchProblem& problem, const Limits& limits) {
  const Deadline deadline(limits.seconds);
  SearchProblem probe{problem.history, problem.demands,
                      problem.roles.empty() ? roles_by_status(problem.history) : problem.roles};
  const std::vector<Role> roles = probe.roles;
  std::vector<TxnId> core;
  for (const TxnId txn : problem.history.transactions())
    if (roles[txn.index()] == Role::kRequired || roles[txn.index()] == Role::kOptional) core.push_back(txn);

  for (std::size_t chunk = std::max<std::size_t>(1, core.size() / 2);;
       chunk = std::max<std::size_t>(1, chunk / 2)) {
    bool has_shrunk = false;
    for (std::size_t first = 0; first < core.size() && !deadline.expired();) {
      const std::size_t last = std::min(first + chunk, core.size());
      for (std::size_t i = first; i < last; ++i) probe.roles[core[i].index()] = Role::kFree;
      const Limits bound{
          .seconds = limits.seconds, .memory_bytes = limits.memory_bytes, .steps = kStepsPerProbe};
      if (std::holds_alternative<Reject>(search(probe, bound))) {
        core.erase(core.begin() + static_cast<std::ptrdiff_t>(first),
                   core.begin() + static_cast<std::ptrdiff_t>(last));
        has_shrunk = true;
      } else {
        for (std::size_t i = first; i < last; ++i) probe.roles[core[i].index()] = roles[core[i].index()];
        first = last;
      }
    }
    if (deadline.expired() || (chunk == 1 && !has_shrunk)) break;
  }
  return core;
}

}  // namespace isolde
