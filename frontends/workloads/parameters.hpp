// Which parameters a workload understands, and the refusal of all others.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"
#include "frontends/workloads/workloads.hpp"

namespace isolde::workloads {

// The sets that occur.
enum class Understood : std::uint8_t {
  kOperations = 1,
  kKeys = 2,
  kSkew = 4,
  kReadRatio = 8,
  kWarehouses = 16,
  kPredicateRatio = 32,
};

constexpr unsigned operator|(Understood a, Understood b) {
  return static_cast<unsigned>(a) | static_cast<unsigned>(b);
}
constexpr unsigned operator|(unsigned a, Understood b) { return a | static_cast<unsigned>(b); }

// An error names the workload, the parameter as the command line spells it, and what would be right.
[[nodiscard]] Result<void> check_parameters(std::string_view workload, unsigned understood,
                                            const Parameters& parameters);

}  // namespace isolde::workloads
