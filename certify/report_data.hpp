// Everything a report shows about one run of `check`: the decision, and what it cost.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "certify/decision.hpp"
#include "certify/phase.hpp"
#include "certify/statistics.hpp"
#include "certify/warning.hpp"
#include "history/statistics.hpp"

namespace isolde {

struct ReportData {
  Decision decision;
  HistoryStatistics history;
  bool is_certified = false;             // the verifier has checked the decision's certificate
  std::vector<std::string> assumptions;  // e.g. "clock-skew 2000000 ns"
  // With other initial values than those assumed, the level may hold after all.
  bool rests_on_initials = false;
  std::vector<Warning> warnings;
  std::vector<std::string> log;  // how it went, where that says nothing about the history: for standard error
  std::string solver;
  std::string pruner;  // who pruned: the CPU, or which device; empty if nobody did
  PhaseSeconds phases;
  Statistics statistics;
  std::size_t peak_memory_bytes = 0;
};

}  // namespace isolde
