// A violation for which no proof was found: what is known of it all the same, and what to do about it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "certify/decision.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

// What a "no" about a level says about others.
struct Relatives {
  std::vector<std::string_view> also_violated;  // they ask for more
  std::vector<std::string_view> undecided;      // they ask for less
};
[[nodiscard]] Relatives relatives_of(Level level);

[[nodiscard]] bool is_unproved(const Anomaly& anomaly);

// For people. Requires is_unproved(anomaly).
[[nodiscard]] std::vector<std::string> unproved_lines(const History& history, Level level,
                                                      const Anomaly& anomaly);

}  // namespace isolde
