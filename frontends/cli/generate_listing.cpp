#include "frontends/cli/generate_listing.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "frontends/engine/simulation.hpp"
#include "frontends/plants/plants.hpp"
#include "frontends/workloads/workloads.hpp"

namespace isolde {
namespace {

using Listing = std::vector<std::pair<std::string_view, std::string>>;

std::string section(std::string_view title, const Listing& lines) {
  std::size_t width = 0;
  for (const auto& [name, description] : lines) width = std::max(width, name.size());
  std::string text = fmt::format("{}:\n", title);
  for (const auto& [name, description] : lines)
    text += fmt::format("  {:<{}}  {}\n", name, width, description);
  return text;
}

}  // namespace

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const workloads::WorkloadInfo& each : workloads::workloads()) names.emplace_back(each.name);
  return names;
}

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const engine::EngineInfo& each : engine::engines()) names.emplace_back(each.name);
  return names;
}

std::string generate_listing() {
  Listing workload_lines;
  for (const workloads::WorkloadInfo& each : workloads::workloads())
    workload_lines.emplace_back(each.name, fmt::format("{} ({})", each.description, each.parameters));
  Listing engine_lines;
  for (const engine::EngineInfo& each : engine::engines())
    engine_lines.emplace_back(each.name, fmt::format("{} (promises {})", each.description,
                                                     each.promise ? info(*each.promise).name : "no level"));
  Listing plant_lines;
  for (const plants::PlantInfo& each : plants::plants())
    plant_lines.emplace_back(each.name, each.description);
  return section("Workloads", workload_lines) + "\n" + section("Engines", engine_lines) + "\n" +
         section("Plants", plant_lines);
}

std::string generate_examples() {
  std::string text = "Examples, one per workload:\n";
  for (const workloads::WorkloadInfo& each : workloads::workloads())
    text += fmt::format("  isolde generate {0} --transactions 1000 -o /tmp/{0}.jsonl\n", each.name);
  text +=
      "\nWith anomalies, and a manifest that says where they are:\n"
      "  isolde generate blindw-wr --plant lost-update=2 --plant phantom --manifest /tmp/truth.json -o "
      "/tmp/h.jsonl";
  return text;
}

}  // namespace isolde
