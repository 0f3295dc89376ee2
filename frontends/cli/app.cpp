// The program as a whole: the options that all commands share, parsing, and what is printed about errors.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sstream>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "base/bounds.hpp"
#include "base/files/standard_streams.hpp"
#include "base/visible_text.hpp"
#include "check/pruner.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/one_of.hpp"
#include "frontends/cli/shell/generators.hpp"
#include "frontends/cli/usage.hpp"
#include "isolde/version.hpp"
#include "report/json.hpp"

namespace isolde {
namespace {

std::string version_text() {
  const BuildInfo build = build_info();
  return fmt::format("isolde {} (commit {}, {}, {}, {})", build.version, build.commit, build.compiler,
                     build.build_type, cuda_support());
}

void add_common(CLI::App& app, CommonOptions& common) {
  app.add_option("--color", common.color, "Colour the output: auto only on a terminal")
      ->check(one_of({"auto", "always", "never"}))
      ->capture_default_str();
  app.add_flag("-q,--quiet", common.quiet,
               "Print nothing but errors, not even with --json; the exit code tells, and files are written");
  app.add_flag("-v,--verbose", common.verbose, "Also show phases, counters and memory");
}

// A sentence that asks "did you mean ...?" needs no pointer to --help.
int refuse(std::string_view sentence) {
  complain(fmt::format("{}{}", sentence, sentence.ends_with('?') ? "" : "; isolde --help tells more"));
  return kExitBadInput;
}

int run_app(int argc, const char* const* argv) {
  CommonOptions common;
  int exit_code = kExitHolds;
  CLI::App app("Decides whether a database history respects the isolation level it was promised.", "isolde");
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("--version", version_text());
  app.set_help_all_flag("--help-all", "Print the help of every command");
  add_common(app, common);
  add_check(app, common, exit_code);
  add_levels(app, common, exit_code);
  add_verify(app, common, exit_code);
  add_stats(app, common, exit_code);
  add_convert(app, common, exit_code);
  add_compare(app, common, exit_code);
  add_solve(app, common, exit_code);
  add_ablate(app, common, exit_code);
  add_generate(app, common, exit_code);
  add_generators(app, version(), ISOLDE_VERSION_DATE);
  add_help(app);
  app.footer(
      "isolde FILE is short for isolde check FILE; a file named - is standard input, or standard output.\n"
      "Start with: isolde check examples/lost-update.jsonl");
  if (argc <= 1) {
    fmt::print("{}", app.help());
    return kExitBadInput;
  }
  const Result<std::vector<std::string>> arguments = with_command(app, {argv + 1, argv + argc});
  if (!arguments) return refuse(arguments.error().message);
  try {
    // CLI11 takes the arguments last to first.
    app.parse(std::vector<std::string>(arguments->rbegin(), arguments->rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version and the like
      std::ostringstream text;
      const int code = app.exit(error, text, text);
      fmt::print("{}", text.str());
      return code;
    }
    return refuse(complaint_about(app, error));
  }
  return exit_code;
}

}  // namespace

bool CommonOptions::use_color() const {
  if (color != "auto") return color == "always";
  return ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

bool CommonOptions::show_progress() const { return !quiet && ::isatty(STDERR_FILENO) == 1; }

void CommonOptions::print(std::string_view report, std::FILE* stream) const {
  if (!quiet) fmt::print(stream, "{}", report);
}

void CommonOptions::remark(std::string_view text) const {
  if (!quiet) complain(text);
}

void complain(std::string_view text) {
  fmt::print(stderr, "isolde: {}\n", clipped(visible(text), bounds::kComplaintCharacters));
}

int report_error(const Error& error, bool json) {
  for (const std::string& sentence : error.sentences()) complain(sentence);
  if (error.has_more) complain("and more");
  if (json) fmt::print("{}", json_error(error));
  return kExitBadInput;
}

int run_cli(int argc, const char* const* argv) {
  StandardStreams streams;
  int exit_code = kExitUnknown;
  try {
    exit_code = run_app(argc, argv);
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  }
  if (const Result<void> printed = streams.finish(); !printed) return report_error(printed.error());
  return exit_code;
}

}  // namespace isolde
