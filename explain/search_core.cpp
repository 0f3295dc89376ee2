#include "explain/search_core.hpp"

#include <optional>

#include "base/clock.hpp"
#include "explain/shrink.hpp"

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

  const Limits bound{.seconds = limits.seconds, .memory_bytes = limits.memory_bytes, .steps = kStepsPerProbe};
  const std::vector<TxnId> all = core;
  shrink(core, deadline, [&](const std::vector<TxnId>& rest) -> std::optional<std::vector<TxnId>> {
    for (const TxnId txn : all) probe.roles[txn.index()] = Role::kFree;
    for (const TxnId txn : rest) probe.roles[txn.index()] = roles[txn.index()];
    if (!std::holds_alternative<Reject>(search(probe, bound))) return std::nullopt;
    return rest;
  });
  return core;
}

}  // namespace isolde
