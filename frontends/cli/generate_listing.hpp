// What `isolde generate` says about itself, made from the tables of workloads, engines and plants.
#pragma once

#include <string>
#include <vector>

namespace isolde {

[[nodiscard]] std::vector<std::string> workload_names();
[[nodiscard]] std::vector<std::string> engine_names();

// All workloads, engines and plants, one line each.
[[nodiscard]] std::string generate_listing();
// One command per workload that runs as it stands.
[[nodiscard]] std::string generate_examples();

}  // namespace isolde
