// Hand-written histories with the verdict each level must give, derived from the definitions on paper. They
// judge the oracle, and any checker may be run on them.
#pragma once

#include <string>
#include <vector>

#include "tests/oracle/oracle.hpp"

namespace isolde {

struct VerdictCase {
  std::string name;
  std::string history;  // tests/oracle/dsl.hpp
  // One sign per level, in the order of kOracleLevels, in groups:
  //   serializable, strong-session-, strict-   snapshot isolation, strong-session-, strong-   prefix
  //   repeatable
  // "+++ +++ + +" satisfies every level, "--- +++ + -" is write skew.
  std::string verdicts;
  // What a rejection may be called; empty: anything.
  std::vector<std::string> anomalies = {};
};

struct CaseGroup {
  std::string name;
  std::vector<VerdictCase> cases;
};

[[nodiscard]] std::vector<CaseGroup> item_cases();
[[nodiscard]] std::vector<CaseGroup> predicate_cases();
[[nodiscard]] std::vector<CaseGroup> paper_cases();

// What a case expects of one level.
[[nodiscard]] bool expects(const VerdictCase& each, OracleLevel level);

}  // namespace isolde
