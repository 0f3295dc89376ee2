// What `isolde ablate` can be told: histories or workloads, the values of each factor, limits, outputs.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.hpp"
#include "frontends/cli/arguments/limit_arguments.hpp"
#include "frontends/cli/reading.hpp"
#include "frontends/engine/forgetting_sink.hpp"
#include "frontends/workloads/workloads.hpp"
#include "laboratory/ablation.hpp"

namespace isolde {

struct AblateArguments {
  std::vector<std::string> files;
  ReadingArguments reading;

  std::vector<std::string> workloads;
  std::vector<std::uint64_t> transactions = {1000};
  std::string engine = "s2pl";
  std::uint64_t workload_seed = 1;
  workloads::Parameters parameters;
  engine::Forgotten forgotten;

  std::vector<std::string> levels = {"serializable"};
  std::vector<std::string> orders = {"none", "so", "vo", "so+vo"};
  std::vector<std::string> version_fractions = {"1"};
  std::vector<std::string> guess = {"on"};
  std::vector<std::string> hints = {"on"};
  std::vector<std::string> prune = {"on"};
  std::vector<std::string> formulations = {"simplified"};
  std::vector<std::string> closures = {"auto"};
  std::vector<std::string> solvers = {"cdcl"};
  std::vector<std::string> heuristics = {"all"};
  std::vector<std::uint64_t> seeds = {0};

  LimitArguments limits;
  std::string csv;
  bool resume = false;
  std::string plot;
  bool json = false;

  void add_to(CLI::App& command);
  [[nodiscard]] Result<AblationFactors> factors() const;
};

}  // namespace isolde
