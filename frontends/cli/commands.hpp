// The commands of the executable. Each adds itself to the application with its options and a callback that
// stores the exit code; the text of --help, the manual page and shell completion all come from what is
// declared here.
#pragma once

#include <CLI/CLI.hpp>

#include "base/result.hpp"

namespace isolde {

enum ExitCode : int { kExitHolds = 0, kExitViolated = 1, kExitBadInput = 2, kExitUnknown = 3 };

// Options that every command understands.
struct CommonOptions {
  std::string color = "auto";
  bool quiet = false;
  bool verbose = false;

  [[nodiscard]] bool use_color() const;      // on standard output
  [[nodiscard]] bool show_progress() const;  // on standard error
};

void add_check(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_levels(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_verify(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_stats(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_convert(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_compare(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_solve(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_ablate(CLI::App& app, const CommonOptions& common, int& exit_code);
void add_generate(CLI::App& app, const CommonOptions& common, int& exit_code);

// One line on standard error; the exit code for it.
[[nodiscard]] int report_error(const Error& error);

// Runs the whole program and returns its exit code. Prints to standard output and error only.
[[nodiscard]] int run_cli(int argc, const char* const* argv);

}  // namespace isolde
