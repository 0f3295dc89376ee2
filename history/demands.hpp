// What binds: the rules and orders that an explanation of a history has to respect. A level's row is such a
// set of demands with a name (history/level.hpp); what is tried on the way to a level may be stronger than
// any of them. Whoever encodes, executes, searches or explains is handed demands, and never asks which level
// they came from.
#pragma once

#include <cstdint>
#include <vector>

namespace isolde {

struct VersionOrder;

struct Demands {
  bool one_node = true;        // a transaction is one point in the order, not a begin and a commit
  bool session_order = false;  // a session's transactions keep their order
  bool real_time = false;      // a transaction that ended before another started precedes it
  bool first_committer_wins =
      true;                     // of two transactions that write one key, one commits before the other begins
  bool rows_bind = true;        // which rows predicates missed counts, too; if not, phantoms are allowed
  std::int64_t clock_skew = 0;  // nanoseconds; real time orders only what lies further apart
  // Versions follow each other as listed, which no level asks for; null: they need not.
  const std::vector<VersionOrder>* version_orders = nullptr;

  bool operator==(const Demands&) const = default;

  // Whether dependencies become the same edges, so that only orders can differ.
  [[nodiscard]] bool has_shape_of(const Demands& other) const {
    return one_node == other.one_node && first_committer_wins == other.first_committer_wins;
  }
};

// Orders that a history tells. They may help to decide a level that does not ask for them: it is first tried
// with them, and if that fails, without.
struct UsedOrders {
  bool sessions = false;
  bool real_time = false;
  bool versions = false;  // as the history's version orders list them
};

}  // namespace isolde
