// The pipeline: a history goes in, a decision with its evidence comes out. The only place that names every
// step.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "certify/report_data.hpp"
#include "check/pruner.hpp"
#include "closure/closure.hpp"
#include "explain/explain.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "polygraph/formulation.hpp"
#include "solver/cdcl/heuristics.hpp"
#include "solver/outcome.hpp"
#include "solver/solver_kind.hpp"

namespace isolde {

// Orders that a history tells. They may help to decide a level that does not ask for them: it is first tried
// with them, and if that fails, without.
struct UsedOrders {
  bool sessions = false;
  bool real_time = false;
  bool versions = false;  // as the history's version orders list them
};

struct CheckOptions {
  Level level = Level::kSerializable;
  CertificateMode mode = CertificateMode::kNoPromise;
  Solver solver = Solver::kCdcl;
  AcyclicityEncoding encoding = AcyclicityEncoding::kLazy;  // for solvers that know no graphs
  Formulation formulation = Formulation::kSimplified;       // without a guess
  // Execute first; the polygraph solver only sees what is left. Without it, and
  // for solvers of others, all undecided pairs become constraints.
  bool guess = true;
  std::optional<ClosureKind>
      closure;        // without a guess: of pruning and solver; none: chosen for pruning, solver without
  bool prune = true;  // without a guess
  Pruner pruner = Pruner::kAuto;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  std::optional<UsedOrders> use;  // none: sessions and times, and those only with a guess
  double version_fraction = 1;    // of the listed versions, drawn by the seed (King Cobra, section 8.4)
  bool hints = true;              // with a guess: times and ids may steer
  Heuristics heuristics = {};     // of the solver cdcl
  bool assume_real_time = false;  // decide the level together with real time (Vbox theorem 4.2), and say so
  std::int64_t clock_skew = 0;    // nanoseconds; real time orders only what lies further apart
  Limits limits;
  bool explain = true;  // look for the transactions to blame when the answer is no
  bool certify = true;  // have the verdict's certificate verified; if that fails the verdict is unknown
  ProofCounts* proof_counts = nullptr;  // added to where proofs are found or verified; null: nobody counts
  // Called at the beginning of each phase with its name; for progress.
  std::function<void(std::string_view phase)> on_phase;
};

// Exact for the level asked, or unknown with a reason. `read_seconds` is reported as the first phase. With a
// certificate mode the question is whether the database kept that promise (promise/promise.hpp).
[[nodiscard]] ReportData check(const History& history, const CheckOptions& options, double read_seconds = 0);

}  // namespace isolde
