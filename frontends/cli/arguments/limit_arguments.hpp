// --timeout and --memory of commands that run others' solvers.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "check/check.hpp"

namespace isolde {

struct LimitArguments {
  std::string timeout = "60s";
  std::string memory = "4G";

  // `who` is what the limits stop, such as "a solver".
  void add_to(CLI::App& command, const std::string& who);
  [[nodiscard]] Limits limits() const;
};

}  // namespace isolde
