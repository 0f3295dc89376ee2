// Every level of the table at once, with as few decisions as the levels' implications allow.
#pragma once

#include <string>
#include <vector>

#include "check/check.hpp"
#include "check/worth.hpp"

namespace isolde {

struct LevelVerdict {
  Level level;
  Verdict verdict = Verdict::kUnknown;
  std::string why;                 // unknown: the reason; no: the anomaly's name
  Decision decision;               // without evidence where it is implied
  bool is_implied = false;         // by the verdict about another one
  bool rests_on_initials = false;  // as in ReportData
  std::vector<Warning> warnings = {};
};

// The strongest first. `options.level` is ignored; the time limit is for each level. Where initial values are
// unknown each level is free to choose its own, but what is implied holds with the same. A yes is held to
// what it has to be worth at each level by itself, at the end: a yes that is worth too little still implies
// the weaker ones.
[[nodiscard]] std::vector<LevelVerdict> check_levels(const History& history, const CheckOptions& options,
                                                     const LeastWorth& least);

}  // namespace isolde
