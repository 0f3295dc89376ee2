// What a yes has to meet, for commands that give one: --min-transactions and --fail-on-warning.
#pragma once

#include <CLI/CLI.hpp>

#include "check/worth.hpp"

namespace isolde {

class DemandArguments {
 public:
  void add_to(CLI::App& command);
  [[nodiscard]] const LeastWorth& least_worth() const { return least_; }

 private:
  LeastWorth least_;
};

}  // namespace isolde
