#include "frontends/workloads/parameters.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace isolde::workloads {

namespace {

struct Limits {
  Understood parameter;
  std::string_view option;
  double low;
  double high;
};

// Tables are at most as large as one machine can load; an exponent beyond 10 draws one key only.
constexpr std::array<Limits, 6> kLimits = {{{Understood::kKeys, "--keys", 1, 1e8},
                                            {Understood::kOperations, "--operations", 1, 100'000},
                                            {Understood::kSkew, "--skew", 0, 10},
                                            {Understood::kReadRatio, "--read-ratio", 0, 1},
                                            {Understood::kPredicateRatio, "--predicate-ratio", 0, 1},
                                            {Understood::kWarehouses, "--warehouses", 1, 1000}}};
constexpr std::uint32_t kMostSessions = 1'000'000;

std::optional<double> value_of(const Parameters& parameters, Understood which) {
  const auto number = [](const auto& value) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  };
  switch (which) {
    case Understood::kKeys:
      return number(parameters.keys);
    case Understood::kOperations:
      return number(parameters.operations);
    case Understood::kSkew:
      return number(parameters.skew);
    case Understood::kReadRatio:
      return number(parameters.read_ratio);
    case Understood::kPredicateRatio:
      return number(parameters.predicate_ratio);
    case Understood::kWarehouses:
      return number(parameters.warehouses);
  }
  return std::nullopt;
}

bool understands(unsigned understood, const Limits& limits) {
  return (understood & static_cast<unsigned>(limits.parameter)) != 0;
}

std::string list_of(unsigned understood) {
  std::string list;
  for (const Limits& limits : kLimits)
    if (understands(understood, limits)) list += fmt::format("{}{}", list.empty() ? "" : ", ", limits.option);
  return list;
}

}  // namespace

Result<void> check_parameters(std::string_view workload, unsigned understood, const Parameters& parameters) {
  if (parameters.sessions == 0 || parameters.sessions > kMostSessions)
    return usage_error(
        fmt::format("--sessions must be from 1 to {}, not {}", kMostSessions, parameters.sessions));
  for (const Limits& limits : kLimits) {
    const std::optional<double> value = value_of(parameters, limits.parameter);
    if (!value) continue;
    if (!understands(understood, limits))
      return usage_error(fmt::format("the workload {} has no {}; it understands {}", workload, limits.option,
                                     list_of(understood)));
    if (!std::isfinite(*value) || *value < limits.low || *value > limits.high)
      return usage_error(
          fmt::format("{} must be from {} to {}, not {}", limits.option, limits.low, limits.high, *value));
  }
  return {};
}

}  // namespace isolde::workloads
