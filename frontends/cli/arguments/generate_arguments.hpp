// What `isolde generate` can be told, and the checks of single values. A value that fails its check is one
// sentence and exit code 2; what depends on several values or on the workload is left to the command.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "frontends/engine/forgetting_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/workloads/workloads.hpp"

namespace isolde {

struct GenerateArguments {
  bool list = false;
  std::string workload;
  std::string engine = "ssi";
  std::string clock_skew = "0s";
  std::vector<std::string> plants;
  std::string output = "-";
  std::string to = "native";
  std::string manifest;
  workloads::Parameters parameters;
  engine::SimulationOptions options;
  engine::Forgotten forgotten;

  void add_to(CLI::App& command);
};

}  // namespace isolde
