#include "frontends/workloads/workloads.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "frontends/workloads/catalogue.hpp"
#include "frontends/workloads/parameters.hpp"

namespace isolde::workloads {

std::span<const WorkloadInfo> workloads() {
  static const std::vector<WorkloadInfo> infos = [] {
    std::vector<WorkloadInfo> all;
    for (const Entry& entry : catalogue()) all.push_back(entry.info);
    return all;
  }();
  return infos;
}

Result<std::unique_ptr<engine::Workload>> make_workload(std::string_view name, const Parameters& parameters) {
  const std::span<const Entry> entries = catalogue();
  const auto entry = std::ranges::find(entries, name, [](const Entry& e) { return e.info.name; });
  if (entry == entries.end()) {
    std::string known;
    for (const Entry& e : entries) known += fmt::format("{}{}", known.empty() ? "" : ", ", e.info.name);
    return usage_error(fmt::format("there is no workload \"{}\"; there are {}", name, known));
  }
  if (const Result<void> fine = check_parameters(name, entry->understood, parameters); !fine)
    return tl::unexpected(fine.error());
  try {
    return entry->make(parameters);
  } catch (const std::bad_alloc&) {
    return usage_error(fmt::format("the workload {} does not fit into memory with these parameters", name));
  }
}

}  // namespace isolde::workloads
