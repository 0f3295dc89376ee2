// What commands share that take a history: the argument, --format and --initial, and reading with progress.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/progress.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

// "auto", and all there are.
[[nodiscard]] std::vector<std::string> history_format_names();

// How to read a history, whatever it is called.
struct ReadingArguments {
  std::string format = "auto";
  std::vector<std::string> initial;

  // `whose` are they: "the history".
  void add_to(CLI::App& command, const std::string& whose);
  [[nodiscard]] Result<History> read(InputFile input, Progress& progress) const;
};

struct HistoryArgument {
  std::string path;
  ReadingArguments reading;

  void add_to(CLI::App& command);
  [[nodiscard]] Result<History> read(Progress& progress) const { return reading.read(path, progress); }
};

// For commands without a report that has room for it: what was assumed about the history.
void remark_on_assumptions(const History& history, const CommonOptions& common);

}  // namespace isolde
