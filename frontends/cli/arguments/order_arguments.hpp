// --use and --vo-fraction: which of the orders that a history records may be used.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.hpp"
#include "check/check.hpp"

namespace isolde {

struct OrderArguments {
  std::vector<std::string> use;
  std::string version_fraction = "1";

  // `meaning` says what the orders are for.
  void add_to(CLI::App& command, const std::string& meaning);
  // Refuses options that contradict each other or the level.
  [[nodiscard]] Result<void> check(Level level) const;
  void apply_to(CheckOptions& options) const;

 private:
  [[nodiscard]] UsedOrders used() const;
};

}  // namespace isolde
