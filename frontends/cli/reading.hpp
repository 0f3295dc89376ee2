// What all commands that take a history share: the argument, --format and --initial, and reading with
// progress.
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

// "auto", and the name of every format.
[[nodiscard]] std::vector<std::string> history_format_names();

// The options that say how to read a history; its path is not among them.
struct ReadingArguments {
  std::string format = "auto";
  std::vector<std::string> initial;

  // `whose` ends the sentence "Format of ...", such as "the history".
  void add_to(CLI::App& command, const std::string& whose);
  [[nodiscard]] Result<History> read(InputFile input, Progress& progress) const;
};

struct HistoryArgument {
  std::string path;
  ReadingArguments reading;

  void add_to(CLI::App& command);
  [[nodiscard]] Result<History> read(Progress& progress) const { return reading.read(path, progress); }
};

// Prints what was assumed about the history, for commands whose report does not say it.
void remark_on_assumptions(const History& history, const CommonOptions& common);

}  // namespace isolde
