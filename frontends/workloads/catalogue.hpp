// The numbers behind the workloads' names, and how each is built. Requires checked parameters.
#pragma once

#include <memory>
#include <span>

#include "frontends/workloads/workloads.hpp"

namespace isolde::workloads {

struct Entry {
  WorkloadInfo info;
  unsigned understood;  // of Understood
  std::unique_ptr<engine::Workload> (*make)(const Parameters& parameters);
};

// Sorted by name.
[[nodiscard]] std::span<const Entry> catalogue();

}  // namespace isolde::workloads
