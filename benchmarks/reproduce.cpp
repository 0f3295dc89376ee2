// The tables and figures of the papers, one command each:
//
//   reproduce TARGET... | all  [--full | --tiny] [--output DIR] [--markdown FILE] [--timeout SECONDS]
//
// Prints what the paper says beside what it saw, writes CSV and SVG, and with --markdown all of it to a page:
// docs/results.md is written so, and docs/results-full.md with --full.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/clock.hpp"
#include "benchmarks/reproduce/experiment.hpp"
#include "benchmarks/reproduce/output.hpp"

namespace isolde::reproduce {
namespace {

constexpr std::array kExperiments = {Experiment{"vbox-table1", vbox_table1},
                                     Experiment{"vbox-table2", vbox_table2},
                                     Experiment{"vbox-fig6", vbox_fig6},
                                     Experiment{"vbox-fig7", vbox_fig7},
                                     Experiment{"vbox-fig8", vbox_fig8},
                                     Experiment{"vbox-fig9", vbox_fig9},
                                     Experiment{"kingcobra-fig13", kingcobra_fig13},
                                     Experiment{"kingcobra-fig14", kingcobra_fig14},
                                     Experiment{"emme-fig9", emme_fig9},
                                     Experiment{"emme-fig10", emme_fig10},
                                     Experiment{"enne-fig11", enne_fig11},
                                     Experiment{"enne-fig12", enne_fig12},
                                     Experiment{"elle-fig4", elle_fig4}};

struct Arguments {
  std::vector<std::string> targets;
  bool full = false;
  bool tiny = false;
  double timeout = 0;
  std::string output = "reproduced";
  std::string markdown;
};

Setup setup_of(const Arguments& arguments) {
  Setup setup;
  setup.size = arguments.full ? Size::kFull : arguments.tiny ? Size::kTiny : Size::kSmall;
  setup.timeout_seconds = arguments.timeout > 0 ? arguments.timeout : setup.pick<double>(0.5, 5, 60);
  return setup;
}

int complain(const std::string& sentence) {
  fmt::print(stderr, "reproduce: {}\n", sentence);
  return 2;
}

std::string command_of(const Experiment& experiment, const Arguments& arguments) {
  return fmt::format("build/release/benchmarks/reproduce {}{}{}{}", experiment.name,
                     arguments.full ? " --full" : "", arguments.tiny ? " --tiny" : "",
                     arguments.timeout > 0 ? fmt::format(" --timeout {:g}", arguments.timeout) : "");
}

int run(const Arguments& arguments) {
  const Setup setup = setup_of(arguments);
  if (!is_writable_directory(arguments.output))
    return complain(fmt::format("{}: this is no directory to write into", arguments.output));
  if (!arguments.markdown.empty() && !is_writable_file(arguments.markdown))
    return complain(fmt::format("{}: the file cannot be written", arguments.markdown));
  const bool all = std::ranges::find(arguments.targets, "all") != arguments.targets.end();
  std::string markdown;
  bool is_good = true;
  for (const Experiment& experiment : kExperiments) {
    if (!all && std::ranges::find(arguments.targets, experiment.name) == arguments.targets.end()) continue;
    const Stopwatch watch;
    const Report report = experiment.run(setup);
    const double seconds = watch.seconds();
    fmt::print("{}", text_of(report, seconds));
    std::fflush(stdout);
    markdown += markdown_of(report, command_of(experiment, arguments), seconds);
    if (!write_files(report, experiment.name, arguments.output))
      return complain(fmt::format("{}: a file in it cannot be written", arguments.output));
    for (const std::string& note : report.notes) is_good &= !note.starts_with("DISAGREEMENT");
  }
  if (!arguments.markdown.empty() && !write_file(arguments.markdown, markdown_head(setup) + markdown))
    return complain(fmt::format("{}: the file cannot be written", arguments.markdown));
  return is_good ? 0 : 2;
}

}  // namespace
}  // namespace isolde::reproduce

int main(int argc, char** argv) {
  isolde::reproduce::Arguments arguments;
  CLI::App app("Reproduces the tables and figures of the papers, at a small size unless told otherwise.");
  std::vector<std::string> names{"all"};
  for (const isolde::reproduce::Experiment& experiment : isolde::reproduce::kExperiments)
    names.emplace_back(experiment.name);
  app.add_option("targets", arguments.targets, "Which ones")->required()->check(CLI::IsMember(names));
  auto* full = app.add_flag("--full", arguments.full, "The papers' sizes, where they tell");
  app.add_flag("--tiny", arguments.tiny, "Only to see that it works")->excludes(full);
  app.add_option("--timeout", arguments.timeout, "Seconds for each run; 5, with --full 60")
      ->check(CLI::PositiveNumber);
  app.add_option("--output", arguments.output, "Directory for CSV and SVG")->capture_default_str();
  app.add_option("--markdown", arguments.markdown, "Also write the tables here, as docs/results.md");
  try {
    app.parse(argc, argv);
    return isolde::reproduce::run(arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    return isolde::reproduce::complain(fmt::format("{}; reproduce --help tells more", error.what()));
  } catch (const std::exception& error) {
    return isolde::reproduce::complain(error.what());
  }
}
