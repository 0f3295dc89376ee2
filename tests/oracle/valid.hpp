// Whether validation leaves anything to decide.
#pragma once

#include "history/findings/validation.hpp"
#include "history/writers.hpp"

namespace isolde {

inline bool is_valid(const History& history, const WriterIndex& writers) {
  for (const Finding& finding : validate(history, writers))
    if (is_violation(finding.kind)) return false;
  return true;
}

}  // namespace isolde
