// Command lines as people type them: `isolde FILE`, a mistyped command, an option that does not exist. Where
// the meaning is certain, the command runs; otherwise one sentence suggests what may have been meant.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.hpp"

namespace isolde {

// The arguments, without the program's name, with `check` in front where a file stands in place of a command.
// An error if the first word is neither a command nor like a file. Options before it may be the program's or
// those of `check`.
[[nodiscard]] Result<std::vector<std::string>> with_command(const CLI::App& app,
                                                            std::vector<std::string> arguments);

// What is wrong with a command line that the app refused, as one clause.
[[nodiscard]] std::string complaint_about(const CLI::App& app, const CLI::ParseError& error);

// isolde help [COMMAND]. It prints right away, so it stands last.
void add_help(CLI::App& app);

}  // namespace isolde
