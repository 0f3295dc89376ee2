// The workloads by name, and their parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "frontends/engine/workload.hpp"

namespace isolde::workloads {

// What a user may set; an unset one takes the workload's own default.
struct Parameters {
  std::uint32_t sessions = 8;
  std::optional<std::uint64_t> keys = {};
  std::optional<std::uint32_t> operations = {};  // per transaction
  std::optional<double> skew = {};               // Zipf exponent of key choice; 0 is uniform
  std::optional<double> read_ratio = {};         // of transactions or operations, as the workload says
  std::optional<double> predicate_ratio = {};    // of operations; the others name a row
  std::optional<std::uint32_t> warehouses = {};  // TPC-C
};

struct WorkloadInfo {
  std::string_view name;         // as `isolde generate` takes it
  std::string_view description;  // one line
  std::string_view stresses;     // what it is hard for, one line
  std::string_view source;       // paper and section
  std::string_view parameters;   // which of Parameters it understands, with defaults
};

// All workloads, sorted by name.
[[nodiscard]] std::span<const WorkloadInfo> workloads();

// An unknown name, a parameter the workload does not understand or that is out of range: a usage error.
[[nodiscard]] Result<std::unique_ptr<engine::Workload>> make_workload(std::string_view name,
                                                                      const Parameters& parameters);

}  // namespace isolde::workloads
