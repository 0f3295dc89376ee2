// --min-transactions and --fail-on-warning: what has to be true before "the level holds" counts as a yes.
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
