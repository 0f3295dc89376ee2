#include "solver/backends/backends.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "solver/backends/answers.hpp"
#include "solver/backends/child_process.hpp"
#include "solver/backends/clasp.hpp"
#include "solver/backends/sat_library.hpp"
#include "solver/backends/sat_loop.hpp"
#include "solver/backends/z3.hpp"
#include "solver/cdcl/cdcl.hpp"
#include "solver/watch.hpp"

namespace isolde {
namespace {

#ifdef ISOLDE_HAS_MINISAT
constexpr bool kHasMinisat = true;
#else
constexpr bool kHasMinisat = false;
#endif
#ifdef ISOLDE_HAS_CADICAL
constexpr bool kHasCadical = true;
#else
constexpr bool kHasCadical = false;
#endif
#ifdef ISOLDE_HAS_CRYPTOMINISAT
constexpr bool kHasCryptominisat = true;
#else
constexpr bool kHasCryptominisat = false;
#endif
#ifdef ISOLDE_HAS_Z3
constexpr bool kHasZ3 = true;
#else
constexpr bool kHasZ3 = false;
#endif

std::string unless(bool is_there, std::string_view package) {
  return is_there
             ? ""
             : fmt::format("built without it; install {} and build again, with ISOLDE_SOLVERS=ON", package);
}

SatLoopAnswer run_sat(SatLibrary& library, const Part& part, AcyclicityEncoding encoding,
                      const std::function<bool()>& is_over, SolverCounts& counts) {
  SatLoopAnswer answer = encoding == AcyclicityEncoding::kLazy ? solve_lazily(library, part, is_over)
                                                               : solve_eagerly(library, part, is_over);
  counts = library.counts();
  if (encoding == AcyclicityEncoding::kLazy) counts.theory_conflicts = answer.cycles;
  return answer;
}

SatLoopAnswer run(Solver solver, const Part& part, AcyclicityEncoding encoding, const Limits& limits,
                  const std::function<bool()>& is_over, SolverCounts& counts) {
  switch (solver) {
    case Solver::kMinisat:
      return run_sat(*make_minisat(), part, encoding, is_over, counts);
    case Solver::kCadical:
      return run_sat(*make_cadical(), part, encoding, is_over, counts);
    case Solver::kCryptominisat:
      return run_sat(*make_cryptominisat(), part, encoding, is_over, counts);
    case Solver::kZ3:
      return solve_z3_propagator(part, is_over, counts);
    case Solver::kZ3Idl:
      return solve_z3_difference(part, is_over, counts);
    case Solver::kClasp:
      return solve_clasp(find_program("clasp").value_or("clasp"), part, limits.memory_bytes, is_over, counts);
    case Solver::kCdcl:
    case Solver::kSearch:
      break;
  }
  ISOLDE_REQUIRE(false);
  return {};
}

PolygraphOutcome solve_by_others(Solver solver, const Polygraph& polygraph, AcyclicityEncoding encoding,
                                 const Limits& limits, SolverCounts& counts) {
  if (auto refutation = refuted_at_once(polygraph)) return *std::move(refutation);
  const Watch watch(limits);
  const std::function<bool()> is_over = [&] { return watch.is_over(); };
  SatLoopAnswer answer = run(solver, whole(polygraph), encoding, limits, is_over, counts);
  if (answer.answer == SatAnswer::kUnsatisfiable) return refuted_by_all(polygraph);
  if (answer.answer == SatAnswer::kSatisfiable)
    return model_of(polygraph, std::move(answer.values), name_of(solver));
  if (watch.is_over()) return watch.reason();
  return Unknown{fmt::format("{} gave no answer", name_of(solver))};
}

}  // namespace

std::vector<PolygraphSolverInfo> polygraph_solvers() {
  const bool has_clasp = find_program("clasp").has_value();
  return {
      {Solver::kCdcl, name_of(Solver::kCdcl), "our own: CDCL with acyclicity as its theory"},
      {Solver::kMinisat, name_of(Solver::kMinisat), "MiniSat, and cycles as clauses", kHasMinisat,
       unless(kHasMinisat, "minisat"), true},
      {Solver::kCadical, name_of(Solver::kCadical), "CaDiCaL, and cycles as clauses", kHasCadical,
       unless(kHasCadical, "libcadical-dev"), true},
      {Solver::kCryptominisat, name_of(Solver::kCryptominisat), "CryptoMiniSat, and cycles as clauses",
       kHasCryptominisat, unless(kHasCryptominisat, "libcryptominisat5-dev"), true},
      {Solver::kZ3, name_of(Solver::kZ3), "Z3 with our theory as user propagator", kHasZ3,
       unless(kHasZ3, "libz3-dev")},
      {Solver::kZ3Idl, name_of(Solver::kZ3Idl), "Z3 with integer difference logic", kHasZ3,
       unless(kHasZ3, "libz3-dev")},
      {Solver::kClasp, name_of(Solver::kClasp), "the answer set solver clasp, a program of its own",
       has_clasp, has_clasp ? "" : "the program clasp is not in PATH; install clasp"},
  };
}

std::optional<Solver> polygraph_solver_named(std::string_view name) {
  for (const PolygraphSolverInfo& row : polygraph_solvers())
    if (row.name == name) return row.solver;
  return std::nullopt;
}

PolygraphOutcome solve_with(const Polygraph& polygraph, const SolverOptions& options, const Limits& limits,
                            std::span<const Node> guess, SolverCounts* counts) {
  const Solver solver = options.solver;
  ISOLDE_REQUIRE(solver != Solver::kSearch);
  SolverCounts unseen;
  SolverCounts& counted = counts != nullptr ? *counts : unseen;
  counted = {};
  if (solver == Solver::kCdcl) {
    CdclOptions own{options.closure, options.seed, options.threads};
    own.heuristics = options.heuristics;
    SolverStatistics statistics;
    PolygraphOutcome outcome = solve_cdcl(polygraph, own, limits, guess, &statistics);
    counted = counts_of(statistics);
    return outcome;
  }
  const auto rows = polygraph_solvers();
  const auto row = std::ranges::find(rows, solver, &PolygraphSolverInfo::solver);
  if (!row->is_available)
    return Unknown{fmt::format("the solver {} is not available: {}", row->name, row->reason)};
  return solve_by_others(solver, polygraph, options.encoding, limits, counted);
}

}  // namespace isolde
