// A proof by cases for people: what holds because otherwise there is a cycle, then the cases that are left.
//
//   T1 writes x before T2, for otherwise:
//     rw   T1 reads the initial x = nothing, before T2 leaves 2
//     ...
//   Either T3 writes y before T4:
//     ...
//   Or T4 writes y before T3:
//     ...
#pragma once

#include <string>
#include <vector>

#include "certify/certificate.hpp"
#include "history/history.hpp"

namespace isolde {

// At most `most_lines` lines and one that says how much is left out. Requires a well-formed proof (every case
// is followed by one proof per alternative).
[[nodiscard]] std::vector<std::string> proof_lines(const History& history, const Proof& proof,
                                                   std::size_t most_lines);

// The lines of one cycle: what each dependency says, and who therefore comes before whom.
[[nodiscard]] std::vector<std::string> cycle_lines(const History& history,
                                                   const std::vector<Dependency>& cycle);

}  // namespace isolde
