// The dependencies that a database's version orders and version sets imply (Emme, algorithms 2 and 3), as the
// level's graph. Nothing is left open, so a cycle is a broken promise and no cycle an execution.
//
// Near-linear size: ww between neighbours of an order; rw from a reader to the next version only, the others
// follow. A predicate operation r at version k of a key that it did not return gives at most two edges per
// key: wr from the version that last made the key stop matching up to k, and rw to the first version after k
// that matches. They are found by the index where few versions match at all, and otherwise by walking from k
// in both directions, which a key that never matches is spared by the range of what it ever held.
//
// Certain and guessed. A value that occurs twice in an order does not tell which version a read saw. The
// first pass leaves such reads out, so a cycle in it is certain. The second chooses for each the last version
// whose installer comes before the reader in a given order of the nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "closure/closure.hpp"
#include "history/dependency.hpp"
#include "history/level.hpp"
#include "promise/promise.hpp"
#include "promise/promised_versions.hpp"

namespace isolde {

class PromisedGraph {
 public:
  // What `dependencies` met on its way.
  struct Notes {
    std::optional<BrokenPromise> broken;  // a version set or a read that contradicts the orders
    TxnId open_reader;                    // some read saw one of several versions
    TxnId without_versions;               // some predicate operation has no version set
  };

  // All must outlive this.
  PromisedGraph(const History& history, const WriterIndex& writers, const PromisedVersions& versions,
                Level level, std::int64_t clock_skew);
  ~PromisedGraph();

  [[nodiscard]] std::size_t node_count() const;
  // All edges of the graph. `ranks`: by node, an order to guess by; empty: leave open reads out.
  [[nodiscard]] std::vector<Edge> edges(std::span<const std::uint32_t> ranks, Notes& notes);
  // The dependencies behind a cycle of nodes.
  [[nodiscard]] std::vector<Dependency> explain(const std::vector<Node>& cycle,
                                                std::span<const std::uint32_t> ranks);
  // The execution that an order of all nodes stands for.
  [[nodiscard]] Schedule schedule(const std::vector<Node>& order) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace isolde
