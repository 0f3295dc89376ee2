#include "check/laboratory.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "check/decide.hpp"
#include "encode/encode.hpp"
#include "encode/prune.hpp"
#include "encode/reduce.hpp"

namespace isolde {
namespace {

constexpr std::string_view kEagerSuffix = ":eager";

std::vector<std::string> contestant_names() {
  std::vector<std::string> names;
  for (const PolygraphSolverInfo& row : polygraph_solvers()) {
    names.emplace_back(row.name);
    if (row.has_encodings) names.push_back(fmt::format("{}{}", row.name, kEagerSuffix));
  }
  return names;
}

}  // namespace

Result<Polygraph> polygraph_of(const History& history, const CheckOptions& asked) {
  CheckOptions options = asked;
  if (asked.assume_real_time) options.level = with_real_time(asked.level);
  const Validated validated = validate_history(history, options);
  const auto is_bad = [](const Finding& finding) { return is_violation(finding.kind); };
  if (std::ranges::any_of(validated.findings, is_bad))
    return usage_error("there is no polygraph: the history violates every level as it is (isolde check)");
  if (!validated.items)
    return usage_error(
        "there is no polygraph: it is known only for items whose every read has one possible writer");
  Polygraph polygraph =
      encode(history, *validated.items, {options.level, options.clock_skew, true, true, false});
  const auto formulate = [&](Polygraph simplified) {
    return options.formulation == Formulation::kCobra ? edge_per_variable(simplified) : std::move(simplified);
  };
  if (!options.prune) return formulate(std::move(polygraph));
  const ClosureKind closure =
      options.closure.value_or(choose_closure(polygraph.node_count(), polygraph.hints));
  const PruneOutcome outcome = prune(polygraph, {closure, options.threads, Deadline(options.limits.seconds)});
  if (const auto* pruned = std::get_if<Pruned>(&outcome))
    return formulate(reduce(polygraph, *pruned).polygraph);
  return formulate(std::move(polygraph));
}

std::string Contestant::name() const {
  return fmt::format("{}{}", name_of(solver), encoding == AcyclicityEncoding::kEager ? kEagerSuffix : "");
}

Result<Contestant> contestant_named(const std::string& name) {
  const bool is_eager = name.ends_with(kEagerSuffix);
  const std::string base = name.substr(0, name.size() - (is_eager ? kEagerSuffix.size() : 0));
  for (const PolygraphSolverInfo& row : polygraph_solvers()) {
    if (row.name != base || (is_eager && !row.has_encodings)) continue;
    if (!row.is_available)
      return usage_error(fmt::format("the solver {} is not available: {}", row.name, row.reason));
    return Contestant{row.solver, is_eager ? AcyclicityEncoding::kEager : AcyclicityEncoding::kLazy};
  }
  return usage_error(
      fmt::format("there is no solver '{}'; choose from {}", name, fmt::join(contestant_names(), ", ")));
}

std::vector<Contestant> all_contestants() {
  std::vector<Contestant> all;
  for (const std::string& name : contestant_names())
    if (const auto contestant = contestant_named(name)) all.push_back(*contestant);
  return all;
}

std::string_view name_of(ContestResult::Answer answer) {
  switch (answer) {
    case ContestResult::Answer::kModel:
      return "accept";
    case ContestResult::Answer::kNoModel:
      return "reject";
    case ContestResult::Answer::kUnknown:
      break;
  }
  return "unknown";
}

bool has_disagreement(std::span<const ContestResult> results) {
  const auto says = [&](ContestResult::Answer answer) {
    return std::ranges::find(results, answer, &ContestResult::answer) != results.end();
  };
  return says(ContestResult::Answer::kModel) && says(ContestResult::Answer::kNoModel);
}

}  // namespace isolde
