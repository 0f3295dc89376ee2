// The dependencies among a few transactions under some assumptions about who installed what first: the state
// of a proof by cases while it is being found. Finds the cycles that become its leaves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "closure/bit_closure.hpp"
#include "encode/level_edges.hpp"
#include "explain/cases/core_facts.hpp"
#include "history/dependency.hpp"

namespace isolde {

class AssumedGraph {
 public:
  struct Arc {
    Edge edge;
    Dependency dependency;
    std::uint32_t cost = 0;  // of a cycle; what is assumed costs a little more than what is known
  };
  using Cycle = std::vector<Dependency>;

  AssumedGraph(const CoreFacts& facts, Level level);

  // Not empty: already what is known is contradictory, and nothing else may be asked.
  [[nodiscard]] const Cycle& known_cycle() const { return known_cycle_; }

  // Whether `first` installs its version of the key before `second` because that one read it.
  [[nodiscard]] bool is_certain_order(const CoreFacts::KeyUse& use, std::uint32_t first,
                                      std::uint32_t second) const;
  // What follows if `first` installs its version of the key before `second`.
  [[nodiscard]] std::vector<Arc> consequences(const CoreFacts::KeyUse& use, std::uint32_t first,
                                              std::uint32_t second) const;
  [[nodiscard]] bool contradict(const std::vector<Arc>& arcs) const;
  // The cheapest cycle that one of `arcs` closes. Requires contradict(arcs).
  [[nodiscard]] Cycle cheapest_cycle(const std::vector<Arc>& arcs) const;
  [[nodiscard]] bool adds_nothing(const std::vector<Arc>& arcs) const;

  struct Mark {
    std::size_t closure;
    std::size_t arcs;
  };
  [[nodiscard]] Mark mark() const { return {closure_.mark(), assumed_.size()}; }
  // Requires !contradict(arcs).
  void assume(const std::vector<Arc>& arcs);
  void undo(const Mark& mark);

 private:
  void add_known(const CoreFacts& facts);
  void add_certain_orders(const CoreFacts& facts);
  void find_known_cycle();

  const CoreFacts& facts_;
  LevelEdges edges_;
  BitClosure closure_;
  std::vector<std::vector<Arc>> out_;
  std::vector<Node> assumed_;  // whose last arc to take back
  Cycle known_cycle_;
  std::vector<std::array<std::uint32_t, 3>> sources_;  // ascending: key, writer, reader
};

}  // namespace isolde
