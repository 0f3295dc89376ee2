// The interface to the part of pruning that asks about reachability, so that a device, or the host in its
// place, can do it. Clauses, derivations and choices stay with the pruner, so that what it decides does not
// depend on which finder is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

class CycleFinder {
 public:
  enum class Answer : std::uint8_t {
    kDone,
    kCycle,   // the known edges contain one, or those that follow from them do: there is no model
    kFailed,  // see failure(); nothing was found out
  };
  // `literal` holds, since edge number `against` of its opposite closes a cycle.
  struct Decision {
    Literal literal;
    std::uint32_t against;
  };

  virtual ~CycleFinder() = default;

  // Forgets everything and closes the known edges of `polygraph`, which must stay alive. Counts the edges of
  // all literals that are not implied. When the deadline comes, this and find() fail.
  [[nodiscard]] virtual Answer start(const Polygraph& polygraph, const Deadline& deadline,
                                     std::size_t& open_edges) = 0;
  // With `added` known, too: the cycle rule for the variables of `open`, again and again with the edges of
  // what it decides, until it decides nothing more. Appends the decisions, those of a round before those of
  // the next. What it decided is known from then on.
  [[nodiscard]] virtual Answer find(std::span<const Edge> added, std::span<const Variable> open,
                                    std::vector<Decision>& decisions) = 0;
  // The finder's name, for the report.
  [[nodiscard]] virtual std::string name() const = 0;

  // One sentence, empty as long as nothing failed. The pruner calls fail(), too, if an answer proves wrong.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  void fail(std::string sentence) { failure_ = std::move(sentence); }

 private:
  std::string failure_;
};

}  // namespace isolde
