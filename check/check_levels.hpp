// Every level of the table at once, with as few decisions as the levels' implications allow.
#pragma once

#include <string>
#include <vector>

#include "check/check.hpp"

namespace isolde {

struct LevelVerdict {
  Level level;
  Verdict verdict = Verdict::kUnknown;
  std::string why;          // unknown: the reason; no: the anomaly's name
  Decision decision;        // of a level that was decided itself
  bool is_implied = false;  // by the verdict about another one
};

// The strongest first. `options.level` is ignored; the time limit is for each level.
[[nodiscard]] std::vector<LevelVerdict> check_levels(const History& history, const CheckOptions& options);

}  // namespace isolde
