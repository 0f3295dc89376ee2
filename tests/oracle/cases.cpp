#include "tests/oracle/cases.hpp"

#include <cstddef>

#include "base/contract.hpp"

namespace isolde {

bool expects(const VerdictCase& each, OracleLevel level) {
  std::string signs = each.verdicts;
  std::erase(signs, ' ');
  ISOLDE_REQUIRE(signs.size() == kOracleLevels.size() && signs.find_first_not_of("+-") == std::string::npos);
  return signs[static_cast<std::size_t>(level)] == '+';
}

}  // namespace isolde
