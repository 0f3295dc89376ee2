// Guesses about who began before whom, made when a member cannot begin because of what it observed: a row
// matches that it did not see, or a value is gone that several wrote. Whoever put the wrong version there may
// have committed too early, so the execution is to go back and to hold it until the member has begun. That
// may be wrong as well (the version may have been overwritten before the member began), so each pair is tried
// once and let go where it leads into a circle. Guesses steer; nothing is ever concluded from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solver/execute/execution.hpp"
#include "solver/execute/observations.hpp"

namespace isolde {

class Repairs {
 public:
  // What to try: these writers are held until `reader` has begun, and this many events can stay.
  struct Plan {
    Member reader = kNone;
    std::vector<Member> writers;
    std::size_t keep = 0;
  };

  Repairs(const Execution& execution, Observations& observations)
      : execution_(execution), observations_(observations) {}

  // Nothing if some obstacle can only go away by waiting, or was tried before.
  [[nodiscard]] std::optional<Plan> plan(Member reader);
  void hold(const Plan& plan);
  void let_go(Member reader, Member writer);

  [[nodiscard]] bool is_held(Member writer, Member reader) const;
  // A member that has to begin before the writer commits, and has not; kNone if there is none.
  [[nodiscard]] Member holder(Member writer) const;

 private:
  [[nodiscard]] static std::uint64_t pair(Member reader, Member writer) {
    return (std::uint64_t{reader} << 32U) | writer;
  }
  [[nodiscard]] bool precedes(Member writer, Member reader) const;
  [[nodiscard]] Member culprit(const Obstacle& obstacle) const;

  const Execution& execution_;
  Observations& observations_;
  std::vector<Obstacle> obstacles_;
  // Looked up only, never iterated.
  std::unordered_map<Member, std::vector<Member>> readers_;  // by writer
  std::unordered_set<std::uint64_t> tried_;
};

}  // namespace isolde
