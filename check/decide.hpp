// Which solver gets which history, and what it reports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certify/report_data.hpp"
#include "check/check.hpp"
#include "encode/items/items.hpp"
#include "explain/explain.hpp"
#include "history/findings/validation.hpp"
#include "history/history.hpp"
#include "history/writers.hpp"
#include "solver/outcome.hpp"

namespace isolde {

// What validation leaves behind for those after it.
struct Validated {
  std::vector<Finding> findings;
  std::optional<Items> items;          // where items are the whole story and every read has one writer
  std::optional<Items> item_part;      // of a history that is plainly without flaws, but has predicates
  std::optional<WriterIndex> writers;  // not needed for a history that is plainly without flaws
};
[[nodiscard]] Validated validate_history(const History& history, const CheckOptions& options);

// What of the options explaining needs.
[[nodiscard]] ExplainOptions explain_options(const CheckOptions& options);

struct Solved {
  Outcome outcome;
  PhaseSeconds phases = {};  // the parts of solving that are not solving proper
  Statistics statistics = {};
  std::string pruner = {};                 // who pruned, if anybody did
  std::vector<std::string> warnings = {};  // where it went other than asked for
  std::vector<std::string> log = {};       // the same, where that does not touch what is found
  std::optional<Anomaly> anomaly = {};     // why not, where the verdict rests on a proof that was found
};
// Requires that no finding is a violation.
[[nodiscard]] Solved solve(const History& history, const Validated& validated, const CheckOptions& options);

}  // namespace isolde
