// The table of docs/levels.md as a function: which edge of the graph a dependency between two transactions
// becomes. Transactions are numbered densely from zero; with two nodes each, the begin is even and the commit
// odd.
#pragma once

#include <cstddef>
#include <cstdint>

#include "closure/closure.hpp"
#include "history/dependency.hpp"
#include "history/event.hpp"
#include "history/level.hpp"

namespace isolde {

class LevelEdges {
 public:
  explicit LevelEdges(const Demands& demands)
      : one_node_(demands.one_node), first_committer_wins_(demands.first_committer_wins) {}
  explicit LevelEdges(Level level) : LevelEdges(info(level)) {}

  [[nodiscard]] bool one_node() const { return one_node_; }
  [[nodiscard]] std::size_t nodes_per_transaction() const { return one_node_ ? 1 : 2; }
  [[nodiscard]] Node begin(std::uint32_t txn) const { return one_node_ ? txn : 2 * txn; }
  [[nodiscard]] Node commit(std::uint32_t txn) const { return one_node_ ? txn : 2 * txn + 1; }
  // Of a node that belongs to a transaction.
  [[nodiscard]] std::uint32_t transaction(Node node) const { return one_node_ ? node : node / 2; }

  [[nodiscard]] Edge edge(DependencyKind kind, std::uint32_t from, std::uint32_t to) const {
    if (kind == DependencyKind::kRw) return {begin(from), commit(to)};
    const bool to_commit = kind == DependencyKind::kWw && !first_committer_wins_;
    return {commit(from), to_commit ? commit(to) : begin(to)};
  }

 private:
  bool one_node_;
  bool first_committer_wins_;
};

}  // namespace isolde
