#include "tests/oracle/cases.hpp"

#include <cstddef>
#include <ostream>
#include <string_view>

#include "base/contract.hpp"

namespace isolde {

namespace {

// Letters and digits; each word begins with a capital letter.
std::string camel_case(std::string_view text) {
  std::string result;
  bool begins_word = true;
  for (const char c : text) {
    const bool is_lower = c >= 'a' && c <= 'z';
    const bool is_other = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_lower || is_other) result += is_lower && begins_word ? static_cast<char>(c - 'a' + 'A') : c;
    begins_word = !is_lower && !is_other && c != '\'';
  }
  return result;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const NamedCase& each) { return out << each.verdicts.name; }

std::vector<NamedCase> one_by_one(const std::vector<CaseGroup>& groups) {
  std::vector<NamedCase> result;
  for (const CaseGroup& group : groups)
    for (const VerdictCase& each : group.cases) result.push_back({group.name + camel_case(each.name), each});
  return result;
}

bool expects(const VerdictCase& each, OracleLevel level) {
  std::string signs = each.verdicts;
  std::erase(signs, ' ');
  ISOLDE_REQUIRE(signs.size() == kOracleLevels.size() && signs.find_first_not_of("+-") == std::string::npos);
  return signs[static_cast<std::size_t>(level)] == '+';
}

}  // namespace isolde
