// The ways to decide, each from what validation leaves to an outcome with its figures. check/decide.cpp says
// which of them is taken when.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certify/report_data.hpp"
#include "check/check.hpp"
#include "check/validated.hpp"
#include "history/history.hpp"
#include "solver/outcome.hpp"

namespace isolde {

struct Solved {
  Outcome outcome;
  PhaseSeconds phases = {};  // the parts of solving that are not solving proper
  Statistics statistics = {};
  std::string pruner = {};                 // who pruned, if anybody did
  std::vector<std::string> warnings = {};  // where it went other than asked for
  std::vector<std::string> log = {};       // the same, where that does not touch what is found
  std::optional<Anomaly> anomaly = {};     // why not, where the verdict rests on a proof that was found
};

// All of them require that no finding is a violation.
using DecideWay = Solved(const History& history, const Validated& validated, const CheckOptions& options);
DecideWay solve_by_search;           // commit-order search
DecideWay solve_by_polygraph;        // all pairs become constraints
DecideWay solve_items_by_executing;  // requires validated.items
DecideWay solve_by_observing;        // requires Observations::can_check(history)
DecideWay solve_by_choices;

// What of the options explaining needs.
[[nodiscard]] ExplainOptions explain_options(const CheckOptions& options);

}  // namespace isolde
