// The oracle's verdicts on one history as a string, so that a table of cases can be read at a glance:
//   serializable, strong-session-, strict-   snapshot isolation, strong-session-, strong-   prefix repeatable
//   "+++ +++ + +" satisfies every level, "--- +++ + -" is write skew.
#pragma once

#include <string>

#include "tests/oracle/oracle.hpp"

namespace isolde {

[[nodiscard]] inline std::string verdicts(const History& history) {
  std::string text;
  for (const OracleLevel level : kOracleLevels) {
    const bool starts_group = level == OracleLevel::kSnapshotIsolation ||
                              level == OracleLevel::kPrefixConsistency ||
                              level == OracleLevel::kRepeatableRead;
    if (starts_group) text += ' ';
    text += satisfies(history, level) ? '+' : '-';
  }
  return text;
}

// A hand-written history and what it must be judged.
struct VerdictCase {
  std::string name;
  std::string history;  // tests/oracle/dsl.hpp
  std::string verdicts;
};

}  // namespace isolde
