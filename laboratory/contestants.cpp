// Names of solvers that compete, and what their answers mean side by side.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"
#include "laboratory/laboratory.hpp"

namespace isolde {
namespace {

constexpr std::string_view kEagerSuffix = ":eager";

std::vector<std::string> names_of(std::span<const Contestant> contestants) {
  std::vector<std::string> names;
  for (const Contestant& contestant : contestants) names.push_back(contestant.name());
  return names;
}

// Why a solver is not available; empty if it is.
std::string obstacle_of(Solver solver) {
  for (const PolygraphSolverInfo& row : polygraph_solvers())
    if (row.solver == solver) return row.reason;
  return "";
}

}  // namespace

std::string Contestant::name() const {
  return fmt::format("{}{}", name_of(solver), encoding == AcyclicityEncoding::kEager ? kEagerSuffix : "");
}

std::vector<Contestant> all_contestants() {
  std::vector<Contestant> all;
  for (const PolygraphSolverInfo& row : polygraph_solvers()) {
    all.push_back({row.solver, AcyclicityEncoding::kLazy});
    if (row.has_encodings) all.push_back({row.solver, AcyclicityEncoding::kEager});
  }
  return all;
}

std::vector<Contestant> available_contestants() {
  std::vector<Contestant> all = all_contestants();
  std::erase_if(all, [](const Contestant& each) { return !obstacle_of(each.solver).empty(); });
  return all;
}

Result<Contestant> contestant_named(const std::string& name) {
  std::vector<Contestant> all = all_contestants();
  all.push_back({Solver::kSearch, AcyclicityEncoding::kLazy});
  const auto found = std::ranges::find(all, name, &Contestant::name);
  if (found != all.end()) return *found;
  const std::vector<std::string> names = names_of(all);
  const std::string suggestion = did_you_mean(name, names);
  return usage_error(
      fmt::format("there is no solver '{}'; {}", name,
                  suggestion.empty() ? fmt::format("choose from {}", fmt::join(names, ", ")) : suggestion));
}

Result<Contestant> available_contestant_named(const std::string& name) {
  const Result<Contestant> contestant = contestant_named(name);
  if (!contestant) return contestant;
  const std::string obstacle = obstacle_of(contestant->solver);
  if (obstacle.empty()) return contestant;
  return usage_error(
      fmt::format("the solver {} is not available: {}", name_of(contestant->solver), obstacle));
}

std::string_view name_of(ContestResult::Answer answer) {
  switch (answer) {
    case ContestResult::Answer::kModel:
      return "accept";
    case ContestResult::Answer::kNoModel:
      return "reject";
    case ContestResult::Answer::kWrong:
      return "wrong";
    case ContestResult::Answer::kUnknown:
      break;
  }
  return "unknown";
}

bool has_disagreement(std::span<const ContestResult> results) {
  const auto says = [&](ContestResult::Answer answer) {
    return std::ranges::find(results, answer, &ContestResult::answer) != results.end();
  };
  return says(ContestResult::Answer::kWrong) ||
         (says(ContestResult::Answer::kModel) && says(ContestResult::Answer::kNoModel));
}

}  // namespace isolde
