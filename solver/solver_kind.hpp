// The names of all solvers, and of the ways to tell a solver without a theory what acyclic means.
#pragma once

#include <cstdint>
#include <string_view>

namespace isolde {

// All but kSearch decide polygraphs (solver/backends/backends.hpp); kSearch works on the history itself.
enum class Solver : std::uint8_t { kCdcl, kSearch, kMinisat, kCadical, kCryptominisat, kZ3, kZ3Idl, kClasp };

// Of minisat, cadical and cryptominisat; the others have acyclicity built in.
enum class AcyclicityEncoding : std::uint8_t {
  kLazy,   // solve, forbid the cycles of the answer, solve again
  kEager,  // clauses that only acyclic graphs satisfy, all at once
};

[[nodiscard]] constexpr std::string_view name_of(Solver solver) {
  switch (solver) {
    case Solver::kCdcl:
      return "cdcl";
    case Solver::kSearch:
      return "search";
    case Solver::kMinisat:
      return "minisat";
    case Solver::kCadical:
      return "cadical";
    case Solver::kCryptominisat:
      return "cryptominisat";
    case Solver::kZ3:
      return "z3";
    case Solver::kZ3Idl:
      return "z3-idl";
    case Solver::kClasp:
      return "clasp";
  }
  return "";
}

}  // namespace isolde
