#include "report/story/cycle_steps.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "history/spelling.hpp"

namespace isolde {
namespace {

// Whether two steps in a row say the same as one from the first to the last.
bool join(const History& history, const Dependency& first, const Dependency& second) {
  if (first.kind != second.kind || first.from == second.to) return false;
  if (first.kind == DependencyKind::kSo) return true;
  return first.kind == DependencyKind::kRt && history.end(first.from) <= history.start(second.to);
}

bool is_tie(const History& history, const Dependency& edge) {
  return edge.kind == DependencyKind::kRt && history.end(edge.from) == history.start(edge.to);
}

std::vector<Dependency> ties_of(const History& history, const Anomaly& anomaly) {
  std::vector<Dependency> ties;
  const auto look_at = [&](const std::vector<Dependency>& cycle) {
    for (const Dependency& edge : shortened(history, cycle)) {
      const auto is_same = [&](const Dependency& each) {
        return each.from == edge.from && each.to == edge.to;
      };
      if (is_tie(history, edge) && std::ranges::none_of(ties, is_same)) ties.push_back(edge);
    }
  };
  look_at(anomaly.cycle);
  for (const ProofStep& step : anomaly.proof) look_at(step.cycle);
  return ties;
}

}  // namespace

std::vector<Dependency> shortened(const History& history, const std::vector<Dependency>& cycle) {
  std::vector<Dependency> steps;
  for (const Dependency& edge : cycle) {
    if (steps.empty() || !join(history, steps.back(), edge))
      steps.push_back(edge);
    else
      steps.back().to = edge.to;
  }
  return steps;
}

std::optional<std::string> tie_note(const History& history, const Anomaly& anomaly) {
  const std::vector<Dependency> ties = ties_of(history, anomaly);
  if (ties.empty()) return std::nullopt;
  const std::string more = ties.size() == 1   ? ""
                           : ties.size() == 2 ? " (and one more such tie)"
                                              : fmt::format(" (and {} more such ties)", ties.size() - 1);
  return fmt::format(
      "This rests on a tie: {} ended at the very time at which {} started, and counts as over by then{}. If "
      "the clock ticks too rarely to tell, give its tick: --clock-skew 1ms.",
      spell_transaction(history, ties.front().from), spell_transaction(history, ties.front().to), more);
}

}  // namespace isolde
