// The reader of polygraphs: any text gives one sentence or a polygraph, which survives a round trip, can be
// written in every format, and is decided by our own solver and by others alike if it is small.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polygraph/interchange.hpp"
#include "solver/backends/backends.hpp"
#include "tests/fuzz/check.hpp"

using namespace isolde;

namespace {

// Whether there is a model; the limits are far away.
bool has_model(Solver solver, const Polygraph& polygraph) {
  Limits limits;
  limits.seconds = 5;
  const PolygraphOutcome outcome = solve_with(polygraph, {.solver = solver}, limits);
  fuzz::demand(!std::holds_alternative<Unknown>(outcome), "small polygraphs are decided");
  return std::holds_alternative<Model>(outcome);
}

bool is_available(Solver solver) {
  for (const PolygraphSolverInfo& row : polygraph_solvers())
    if (row.solver == solver) return row.is_available;
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Polygraph> polygraph = parse_polygraph(text, "input");
  if (!polygraph) {
    fuzz::check_error(polygraph.error());
    return 0;
  }
  const std::string once = json_polygraph(*polygraph);
  const Result<Polygraph> again = parse_polygraph(once, "again");
  fuzz::demand(again.has_value() && json_polygraph(*again) == once,
               "written, read and written again it is the same");
  fuzz::demand(dimacs_polygraph(*polygraph).find("p cnf ") != std::string::npos, "it can be exported");
  fuzz::demand(smtlib_polygraph(*polygraph).ends_with("(check-sat)\n"), "it can be exported");
  fuzz::demand(gnf_polygraph(*polygraph).starts_with("p cnf "), "it can be exported");
  constexpr std::size_t kSmall = 40;
  if (polygraph->node_count() > kSmall || polygraph->variable_count() > kSmall) return 0;
  const bool expected = has_model(Solver::kCdcl, *polygraph);
  static const bool has_minisat = is_available(Solver::kMinisat);
  if (has_minisat)
    fuzz::demand(has_model(Solver::kMinisat, *polygraph) == expected, "two solvers say the same");
  return 0;
}
