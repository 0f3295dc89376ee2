// Ablation: the same history decided with and without what usually helps. A *cell* is one way to decide it;
// all cells of a history and a level must come to the same verdict.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "laboratory/laboratory.hpp"

namespace isolde {

struct AblationCell {
  Level level = Level::kSerializable;
  UsedOrders use;
  double version_fraction = 1;
  bool guess = true;
  bool hints = true;
  bool prune = true;
  Formulation formulation = Formulation::kSimplified;
  std::optional<ClosureKind> closure;
  Contestant solver;
  Heuristics heuristics;
  std::uint64_t seed = 0;

  // The same cell with defaults for settings that have no effect in it, such as the fraction of a version
  // order that is not used, or a closure where nothing is closed. Only our own solver guesses, and only if
  // nothing else is changed.
  [[nodiscard]] AblationCell normalised() const;
  [[nodiscard]] CheckOptions options(const Limits& limits) const;
};

// The columns in which cells differ, as text; empty where a setting has no effect in the cell, such as the
// fraction of a version order that is not used.
inline constexpr std::array<std::string_view, 11> kCellColumns = {
    "level",       "orders",  "vo_fraction", "guess",      "hints", "prune",
    "formulation", "closure", "solver",      "heuristics", "seed"};
using CellSettings = std::array<std::string, kCellColumns.size()>;
[[nodiscard]] CellSettings settings_of(const AblationCell& cell);
// "none", "so", "so+vo"
[[nodiscard]] std::string name_of(const UsedOrders& use);
[[nodiscard]] std::optional<UsedOrders> used_orders_named(std::string_view name);

// The values of each factor; grid() is their product, each cell once.
struct AblationFactors {
  std::vector<Level> levels = {Level::kSerializable};
  std::vector<UsedOrders> orders = {{}};
  std::vector<double> version_fractions = {1};
  std::vector<bool> guess = {true};
  std::vector<bool> hints = {true};
  std::vector<bool> prune = {true};
  std::vector<Formulation> formulations = {Formulation::kSimplified};
  std::vector<std::optional<ClosureKind>> closures = {std::nullopt};
  std::vector<Contestant> solvers = {Contestant{}};
  std::vector<Heuristics> heuristics = {{}};
  std::vector<std::uint64_t> seeds = {0};
};
// An error if a level asks for an order that a cell is to do without.
[[nodiscard]] Result<std::vector<AblationCell>> grid(const AblationFactors& factors);

struct AblationRow {
  std::string history;
  std::uint64_t transactions = 0;
  std::string digest;  // of the history's content, since two histories may have one name
  CellSettings settings;
  std::string verdict;        // "accept", "reject" or "unknown"
  double seconds = 0;         // to decide: validate, encode, prune and solve; if it was stopped, the limit
  double peak_megabytes = 0;  // of the process, the history included
  // Empty where the number was not measured: search has no constraints, executing alone prunes none, and a
  // process that was killed reports nothing.
  std::optional<double> encode_seconds;
  std::optional<double> prune_seconds;
  std::optional<double> solve_seconds;
  std::optional<std::uint64_t> writer_pairs;
  std::optional<std::uint64_t> constraints;
  std::optional<std::uint64_t> constraints_after_pruning;
  std::optional<std::uint64_t> conflicts;
  std::optional<std::uint64_t> decisions;
  double timeout_seconds = 0;  // the limits under which the cell ran
  double memory_megabytes = 0;
  std::string reason;  // if unknown

  [[nodiscard]] const std::string& setting(std::string_view column) const;
};

// A history under a name. The history must outlive this.
struct AblationSubject {
  AblationSubject(std::string given_name, const History& its_history);

  std::string name;
  const History& history;
  std::string digest;  // as AblationRow has it
};

// Decides the cell in a process of its own, which is stopped at its limits. The verdict is certified, or
// unknown.
[[nodiscard]] AblationRow run_cell(const AblationSubject& subject, const AblationCell& cell,
                                   const Limits& limits);

// Rows of one history and level with different verdicts, as one line each; none if all agree.
[[nodiscard]] std::vector<std::string> disagreements(std::span<const AblationRow> rows);

}  // namespace isolde
