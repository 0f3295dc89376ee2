#include <cstdlib>
#include <new>
#include <unistd.h>

#include <fmt/format.h>

#include "check/pruner.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/generators.hpp"
#include "isolde/version.hpp"

namespace isolde {
namespace {

std::string version_text() {
  const BuildInfo build = build_info();
  return fmt::format("isolde {} (commit {}, {}, {}, {})", build.version, build.commit, build.compiler,
                     build.build_type, cuda_support());
}

void add_common(CLI::App& app, CommonOptions& common) {
  app.add_option("--color", common.color, "Colour the output: auto only on a terminal")
      ->check(CLI::IsMember(std::vector<std::string>{"auto", "always", "never"}))
      ->capture_default_str();
  app.add_flag("-q,--quiet", common.quiet, "No output but errors; the exit code tells");
  app.add_flag("-v,--verbose", common.verbose, "Also show phases, counters and memory");
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
  app.footer("Start with: isolde check examples/lost-update.jsonl");
  if (argc <= 1) {
    fmt::print("{}", app.help());
    return kExitBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version and the like
    fmt::print(stderr, "isolde: {}; isolde --help tells more\n", error.what());
    return kExitBadInput;
  }
  return exit_code;
}

}  // namespace

bool CommonOptions::use_color() const {
  if (color != "auto") return color == "always";
  return ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

bool CommonOptions::show_progress() const { return !quiet && ::isatty(STDERR_FILENO) == 1; }

int report_error(const Error& error) {
  fmt::print(stderr, "isolde: {}\n", error.to_string());
  return kExitBadInput;
}

int run_cli(int argc, const char* const* argv) {
  try {
    return run_app(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "isolde: out of memory\n");
    return kExitUnknown;
  }
}

}  // namespace isolde
