// Hand-written histories with the verdict each level must give, derived from the definitions on paper. They
// judge the oracle, and any checker may be run on them.
#pragma once

#include <iosfwd>
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
  // What it must be called, too.
  std::vector<std::string> also = {};
};

struct CaseGroup {
  std::string name;
  std::vector<VerdictCase> cases;
};

[[nodiscard]] std::vector<CaseGroup> item_cases();
[[nodiscard]] std::vector<CaseGroup> predicate_cases();
[[nodiscard]] std::vector<CaseGroup> paper_cases();

// Each as a test of its own: "Elle" and "section 3.1.3: own writes" become ElleSection313OwnWrites.
struct NamedCase {
  std::string test_name;
  VerdictCase verdicts;
};
std::ostream& operator<<(std::ostream& out, const NamedCase& each);  // its name, for a failing test
[[nodiscard]] std::vector<NamedCase> one_by_one(const std::vector<CaseGroup>& groups);

// What a case expects of one level.
[[nodiscard]] bool expects(const VerdictCase& each, OracleLevel level);

}  // namespace isolde
