// What commands share that take a history: the argument, --format, and reading with progress.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.hpp"
#include "frontends/cli/progress.hpp"
#include "history/history.hpp"

namespace isolde {

// "auto", and all there are.
[[nodiscard]] std::vector<std::string> history_format_names();

struct HistoryArgument {
  std::string path;
  std::string format = "auto";

  void add_to(CLI::App& command);
  [[nodiscard]] Result<History> read(Progress& progress) const;
};

}  // namespace isolde
