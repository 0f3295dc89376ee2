// The part of pruning that asks about reachability, for somebody else to do: a device, or the host in its
// place. Clauses, derivations and choices stay with the pruner, so that its outcome does not depend on who
// finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "encode/polygraph.hpp"

namespace isolde {

class CycleFinder {
 public:
  enum class Answer : std::uint8_t {
    kDone,
    kCycle,   // the known edges contain one
    kFailed,  // see failure(); nothing was found out
  };
  static constexpr std::uint32_t kNoEdge = 0xffffffffU;

  virtual ~CycleFinder() = default;

  // Forgets everything and closes the known edges of `polygraph`, which must stay alive. Counts the edges of
  // all literals that are not implied.
  [[nodiscard]] virtual Answer start(const Polygraph& polygraph, std::size_t& open_edges) = 0;
  // With `added` known, too: for each literal of `open`, the first of its edges that closes a cycle with
  // known ones, or kNoEdge, goes to blocking[literal.code()].
  [[nodiscard]] virtual Answer find(std::span<const Edge> added, std::span<const Variable> open,
                                    std::span<std::uint32_t> blocking) = 0;
  // One sentence, empty as long as nothing failed.
  [[nodiscard]] virtual std::string failure() const = 0;
  // Who finds, for the report.
  [[nodiscard]] virtual std::string name() const = 0;
};

}  // namespace isolde
