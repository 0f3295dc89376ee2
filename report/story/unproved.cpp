#include "report/story/unproved.hpp"

#include <fmt/format.h>

#include "report/sentence.hpp"

namespace isolde {
namespace {

std::string name_levels(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return out;
}

}  // namespace

Relatives relatives_of(Level level) {
  Relatives result;
  for (const LevelInfo& other : levels()) {
    if (other.level == level) continue;
    if (implies(other.level, level))
      result.also_violated.push_back(other.name);
    else if (implies(level, other.level))
      result.undecided.push_back(other.name);
  }
  return result;
}

bool is_unproved(const Anomaly& anomaly) { return !anomaly.why_no_proof.empty(); }

std::vector<std::string> unproved_lines(const History& history, Level level, const Anomaly& anomaly) {
  std::vector<std::string> lines = {
      sentence(history, anomaly),
      fmt::format("there is no proof of that: {}", anomaly.why_no_proof),
      fmt::format("what helps: {}", anomaly.what_helps),
  };
  const Relatives relatives = relatives_of(level);
  if (!relatives.also_violated.empty())
    lines.push_back(fmt::format("violated, too, as more is asked: {}", name_levels(relatives.also_violated)));
  if (!relatives.undecided.empty())
    lines.push_back(fmt::format("not decided by this, as less is asked: {} (isolde levels decides all)",
                                name_levels(relatives.undecided)));
  return lines;
}

}  // namespace isolde
