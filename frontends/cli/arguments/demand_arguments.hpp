// --min-transactions and --fail-on-warning: what has to be true before "the level holds" counts as a yes.
#pragma once

#include <CLI/CLI.hpp>

#include "check/worth.hpp"

namespace isolde {

class DemandArguments {
 public:
  void add_to(CLI::App& command);
  [[nodiscard]] const Demands& demands() const { return demands_; }

 private:
  Demands demands_;
};

}  // namespace isolde
