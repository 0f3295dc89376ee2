// The commands of the executable. Each adds itself to the application with its options and a callback that
// stores the exit code; the text of --help, the manual page and shell completion all come from what is
// declared here.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

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

  // The two ways in which a command speaks: a report on standard output, and remarks that are no errors on
  // standard error. With --quiet, neither prints anything. (What was asked for as a file is no report, even
  // where that file is standard output.)
  void print(std::string_view report, std::FILE* stream = stdout) const;
  void remark(std::string_view text) const;  // in the form of complain()
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

// Prints one line on standard error, with "isolde: " before it. Control characters that it quotes are
// escaped, so that a terminal can show it.
void complain(std::string_view text);
// Complains about the error and about each that it carries; with `json` also prints one JSON object on
// standard output. Returns the exit code.
[[nodiscard]] int report_error(const Error& error, bool json = false);

// Runs the whole program and returns its exit code. Prints to standard output and error only.
[[nodiscard]] int run_cli(int argc, const char* const* argv);

}  // namespace isolde
