// The pipeline: a history goes in, a decision with its evidence comes out. The only place that names every
// step.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "certify/report_data.hpp"
#include "check/pruner.hpp"
#include "explain/explain.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "solver/outcome.hpp"
#include "solver/solver_options.hpp"

namespace isolde {

// Of how polygraphs are decided, the solver, its encoding, the formulation, closure and pruning count without
// a guess only.
struct CheckOptions : SolverOptions {
  Level level = Level::kSerializable;
  CertificateMode mode = CertificateMode::kNoPromise;
  // Execute first; the polygraph solver only sees what is left. Without it, and
  // for solvers of others, all undecided pairs become constraints.
  bool guess = true;
  Pruner pruner = Pruner::kAuto;
  std::optional<UsedOrders> use;  // none: sessions and times, and those only with a guess
  double version_fraction = 1;    // of the listed versions, drawn by the seed (King Cobra, section 8.4)
  bool hints = true;              // with a guess: times and ids may steer
  bool assume_real_time = false;  // decide the level together with real time (Vbox theorem 4.2), and say so
  std::int64_t clock_skew = 0;    // nanoseconds; real time orders only what lies further apart
  Limits limits;
  bool explain = true;  // look for the transactions to blame when the answer is no
  bool certify = true;  // have the verdict's certificate verified; if that fails the verdict is unknown
  ProofCounts* proof_counts = nullptr;  // added to where proofs are found or verified; null: nobody counts
  // Called at the beginning of each phase with its name; for progress.
  std::function<void(Phase)> on_phase;
};

// Exact for the level asked, or unknown with a reason. `read_seconds` is reported as the first phase. With a
// certificate mode the question is whether the database kept that promise (promise/promise.hpp).
[[nodiscard]] ReportData check(const History& history, const CheckOptions& options, double read_seconds = 0);

}  // namespace isolde
