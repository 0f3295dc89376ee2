#include "solver/cdcl/heuristics.hpp"

#include <algorithm>

namespace isolde {
namespace {

constexpr std::string_view kWithout = "no-";

Heuristics none() {
  Heuristics heuristics;
  for (const HeuristicSwitch& each : kHeuristicSwitches) heuristics.*each.member = false;
  return heuristics;
}

}  // namespace

std::string name_of(const Heuristics& heuristics) {
  if (heuristics == Heuristics{}) return "all";
  if (heuristics == none()) return "none";
  std::string name;
  for (const HeuristicSwitch& each : kHeuristicSwitches) {
    if (heuristics.*each.member) continue;
    if (!name.empty()) name += '+';
    name += kWithout;
    name += each.name;
  }
  return name;
}

std::optional<Heuristics> heuristics_named(std::string_view name) {
  if (name == "all") return Heuristics{};
  if (name == "none") return none();
  Heuristics heuristics;
  while (true) {
    const std::size_t end = std::min(name.find('+'), name.size());
    const std::string_view part = name.substr(0, end);
    if (!part.starts_with(kWithout)) return std::nullopt;
    const auto* const found =
        std::ranges::find(kHeuristicSwitches, part.substr(kWithout.size()), &HeuristicSwitch::name);
    if (found == kHeuristicSwitches.end()) return std::nullopt;
    heuristics.*found->member = false;
    if (end == name.size()) return heuristics;
    name.remove_prefix(end + 1);
  }
}

}  // namespace isolde
