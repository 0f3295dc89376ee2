// The two hidden options by which the build makes completion scripts and the manual page out of the finished
// program.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace isolde {

// Adds --print-completion SHELL and --print-man to the top-level app. When parsed they print to standard
// output and end parsing with CLI::Success, which app.exit() turns into exit code 0. Requires that `app`
// lives until it has been parsed.
void add_generators(CLI::App& app, std::string version, std::string date);

}  // namespace isolde
