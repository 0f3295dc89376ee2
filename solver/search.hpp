// The commit-order search of Biswas and Enea (OOPSLA 2019; see the related work of Vbox and VerIso):
// depth-first over session frontiers with memoised states. Exact, exponential in the worst case, and the
// baseline that the other solvers are compared with.
//
// A state is the set of transactions that ran (a frontier of sessions). Three observations keep the search
// small:
//   1. A read-only transaction that can run may run at once: it changes nothing, so running it earlier harms
//   nobody.
//   2. A version with readers still to come may not be overwritten, unless somebody can write that value
//   again.
//   3. By 2, the frontier alone determines what matters of a key whose values are written once: if readers of
//   an
//      executed version are to come, that version is current; if not, the current version is never read
//      again. Only for the other keys (repeated values, computed values, predicates, optional readers) the
//      value is part of the state.
//
// Handles every kind of operation, and the levels where a transaction is one point in the order.
#pragma once

#include <cstdint>
#include <vector>

#include "history/demands.hpp"
#include "history/history.hpp"
#include "solver/outcome.hpp"

namespace isolde {

enum class Role : std::uint8_t {
  kRequired,  // must run, its reads bind
  kOptional,  // may run, its reads then bind: an indeterminate transaction
  kFree,      // may run, its reads do not bind: a relaxation, used to find out which reads are to blame
  kOut,       // does not run: an aborted transaction
};

struct SearchProblem {
  const History& history;
  Demands demands = {};          // requires one_node
  std::vector<Role> roles = {};  // by TxnId; empty: by status
};

struct SearchStatistics {
  std::uint64_t steps = 0;   // transactions run, in all branches
  std::uint64_t states = 0;  // distinct states remembered
  std::uint64_t backtracks = 0;
};

// Deterministic. `statistics` may be null.
[[nodiscard]] Outcome search(const SearchProblem& problem, const Limits& limits,
                             SearchStatistics* statistics = nullptr);

// The role each transaction has by its status.
[[nodiscard]] std::vector<Role> roles_by_status(const History& history);

}  // namespace isolde
