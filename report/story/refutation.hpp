// Why one alternative of a case fails, in a clause: the reason that makes another one a fact.
//
//   T1 writes x before T2, or T3 would have read T1's 101
//   T1 writes x before T2, since it comes before it
//
// A refuted alternative closes a cycle. What of that cycle follows from the alternative is what the clause
// speaks of; all else it takes for granted, and has to be told before.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certify/certificate.hpp"
#include "history/history.hpp"

namespace isolde {

// An alternative that cannot be, and the cycle that it closes.
struct FailedAlternative {
  Assumption assumption;
  std::vector<Dependency> cycle;
};

// Whether the dependency follows from the assumption, not from the history alone.
[[nodiscard]] bool follows_from(const Dependency& edge, const Assumption& assumption);

// What the clause takes for granted: the other dependencies of the cycle, and whose version was read where
// the alternative would have shown another one.
[[nodiscard]] std::vector<Dependency> premises(const FailedAlternative& failed);

// "or T3 would have read T1's 101", "since T1 comes before T2", "for otherwise ..."
[[nodiscard]] std::string refutation_clause(const History& history, const FailedAlternative& failed);

// Why somebody's version was not the one that was seen; versions that share a reason can be told together.
enum class Excluded : std::uint8_t {
  kLater,      // its writer comes after the reader
  kReplaced,   // somebody who comes before the reader had replaced it
  kOtherwise,  // neither, or the alternative is not about a version that somebody wrote
};
[[nodiscard]] Excluded excluded_how(const FailedAlternative& failed);

}  // namespace isolde
