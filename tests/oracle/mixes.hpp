// The kinds of random histories that whole pipelines are tested on.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tests/oracle/random_history.hpp"

namespace isolde {

struct Mix {
  std::string name;
  RandomHistoryOptions options;
};

inline void PrintTo(const Mix& mix, std::ostream* out) { *out << mix.name; }

// Everything at once, and more of what is rare elsewhere.
inline RandomHistoryOptions everything_mix() {
  RandomHistoryOptions options = predicates_mix();
  options.repeated_values = 0.5;
  options.list = options.set = options.counter = 0.2;
  options.indeterminate = 0.3;
  return options;
}

inline std::vector<Mix> mixes() {
  return {{"registers", registers_mix()},   {"repeated_values", repeated_values_mix()},
          {"predicates", predicates_mix()}, {"types", types_mix()},
          {"everything", everything_mix()}, {"aggregates", aggregates_mix()},
          {"counters", counters_mix()}};
}

}  // namespace isolde
