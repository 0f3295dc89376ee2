// What a decision says first.
#pragma once

#include <string>

#include "check/check.hpp"

namespace isolde {

inline std::string first_name(const Decision& decision) {
  return decision.anomalies.empty() ? "" : decision.anomalies.front().name;
}

// Why, if there is no anomaly.
inline std::string first_sentence(const Decision& decision) {
  return decision.anomalies.empty() ? decision.reason : decision.anomalies.front().explanation;
}

}  // namespace isolde
