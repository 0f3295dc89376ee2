#include "frontends/cli/arguments/ablate_arguments.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontends/cli/arguments/quantity.hpp"
#include "frontends/cli/generate_listing.hpp"
#include "frontends/cli/one_of.hpp"
#include "frontends/cli/reading.hpp"

namespace isolde {
namespace {

const std::vector<std::string> kOnOff = {"on", "off"};

std::vector<bool> switches(const std::vector<std::string>& names) {
  std::vector<bool> values;
  for (const std::string& name : names) values.push_back(name == "on");
  return values;
}

std::string check_orders(const std::string& text) {
  return used_orders_named(text)
             ? ""
             : fmt::format("'{}' is no choice of orders; write none, or so, rt and vo with + between", text);
}

// CLI11 would turn a negative number into a very large one.
std::string check_seed(const std::string& text) {
  return text.starts_with('-') ? fmt::format("'{}' is no seed; write a whole number from 0", text) : "";
}

std::string check_heuristics(const std::string& text) {
  if (heuristics_named(text)) return "";
  std::vector<std::string_view> names;
  for (const HeuristicSwitch& each : kHeuristicSwitches) names.push_back(each.name);
  return fmt::format("'{}' is no choice of heuristics; write all, none, or no- before {}, with + between",
                     text, fmt::join(names, ", "));
}

template <class Values>
CLI::Option* add_factor(CLI::App& command, const std::string& name, Values& values,
                        const std::string& meaning) {
  return command.add_option(name, values, meaning)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
}

void add_ablated_workloads(CLI::App& command, AblateArguments& arguments) {
  command.add_option("--workload", arguments.workloads, "Generate these histories instead of reading any")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(workload_names()));
  add_factor(command, "--transactions", arguments.transactions, "How many transactions they have")
      ->check(CLI::Range(1, 10'000'000));
  command.add_option("--sessions", arguments.parameters.sessions, "Clients that run at once")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--keys", arguments.parameters.keys, "How many keys there are")
      ->check(CLI::Range(1, 100'000'000));
  command.add_option("--engine", arguments.engine, "Concurrency control of the simulated database")
      ->check(one_of(engine_names()))
      ->capture_default_str();
  command.add_option("--workload-seed", arguments.workload_seed, "The same seed generates the same history")
      ->check(check_seed)
      ->capture_default_str();
  command.add_flag("--no-times", arguments.forgotten.times, "Leave out when transactions began and ended");
  command.add_flag("--shuffle-ids", arguments.forgotten.id_order, "Let ids not tell who came first");
}

void add_factors(CLI::App& command, AblateArguments& arguments) {
  std::vector<std::string> level_names;
  for (const LevelInfo& level : levels()) level_names.emplace_back(level.name);
  std::vector<std::string> closures{"auto"};
  for (const ClosureKind kind : closure_kinds()) closures.emplace_back(name_of(kind));
  add_factor(command, "--level", arguments.levels, "Isolation levels to decide")->check(one_of(level_names));
  add_factor(command, "--orders", arguments.orders,
             "Orders to decide with: none, or so, rt and vo with + between, as check --use")
      ->check(check_orders);
  add_factor(command, "--vo-fractions", arguments.version_fractions,
             "Where vo is used: fractions of the version order, as check --vo-fraction")
      ->check(check_fraction);
  add_factor(command, "--guess", arguments.guess, "Execute first, or go the way of the papers")
      ->check(one_of(kOnOff));
  add_factor(command, "--hints", arguments.hints, "Let times and ids steer the guess")->check(one_of(kOnOff));
  add_factor(command, "--prune", arguments.prune, "Prune constraints before solving")->check(one_of(kOnOff));
  add_factor(command, "--formulation", arguments.formulations, "A variable per choice, or per edge as Cobra")
      ->check(one_of({"simplified", "cobra"}));
  add_factor(command, "--closure", arguments.closures, "Reachability for pruning and solver")
      ->check(one_of(closures));
  add_factor(command, "--solvers", arguments.solvers, "As isolde compare, and search");
  add_factor(
      command, "--heuristics", arguments.heuristics,
      "What cdcl does to be quick: all, none, or all but what is named: no-restarts, no-phases+no-open")
      ->check(check_heuristics);
  add_factor(command, "--seeds", arguments.seeds, "Of the solver and of the versions that are dropped")
      ->check(check_seed);
}

}  // namespace

void AblateArguments::add_to(CLI::App& command) {
  command.add_option("histories", files, "Histories to decide; - is standard input")->type_name("HISTORY");
  reading.add_to(command, "the histories");
  add_ablated_workloads(command, *this);
  add_factors(command, *this);
  limits.add_to(command, "a cell");
  command.add_option("--csv", csv, "Write a row per cell as soon as it is done")->type_name("FILE");
  command.add_flag("--resume", resume, "Go on with what the CSV file has");
  command.add_option("--plot", plot, "Draw seconds over what was swept, as SVG")->type_name("FILE");
  command.add_flag("--json", json, "Print JSON instead of a table");
}

Result<AblationFactors> AblateArguments::factors() const {
  AblationFactors factors;
  factors.levels.clear();
  factors.orders.clear();
  factors.version_fractions.clear();
  factors.formulations.clear();
  factors.closures.clear();
  factors.solvers.clear();
  factors.heuristics.clear();
  for (const std::string& name : levels) factors.levels.push_back(*level_named(name));
  for (const std::string& name : orders) factors.orders.push_back(*used_orders_named(name));
  for (const std::string& text : version_fractions)
    factors.version_fractions.push_back(*parse_fraction(text));
  factors.guess = switches(guess);
  factors.hints = switches(hints);
  factors.prune = switches(prune);
  for (const std::string& name : formulations)
    factors.formulations.push_back(name == "cobra" ? Formulation::kCobra : Formulation::kSimplified);
  for (const std::string& name : closures) factors.closures.push_back(closure_named(name));
  for (const std::string& name : solvers) {
    const Result<Contestant> contestant = available_contestant_named(name);
    if (!contestant) return tl::unexpected(contestant.error());
    factors.solvers.push_back(*contestant);
  }
  for (const std::string& name : heuristics) factors.heuristics.push_back(*heuristics_named(name));
  factors.seeds = seeds;
  return factors;
}

}  // namespace isolde
