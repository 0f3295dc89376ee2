// The tables and figures of the papers, one command each:
//
//   reproduce TARGET... | all  [--full | --tiny] [--output DIR] [--markdown FILE] [--timeout SECONDS]
//
// Prints what the paper says beside what it saw, writes CSV and SVG, and with --markdown docs/results.md.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
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

int run(const Arguments& arguments) {
  const Setup setup = setup_of(arguments);
  const bool all = std::ranges::find(arguments.targets, "all") != arguments.targets.end();
  std::string markdown;
  bool is_good = true;
  for (const Experiment& experiment : kExperiments) {
    if (!all && std::ranges::find(arguments.targets, experiment.name) == arguments.targets.end()) continue;
    const Stopwatch watch;
    const Report report = experiment.run(setup);
    fmt::print("{}", text_of(report, watch.seconds()));
    std::fflush(stdout);
    markdown += markdown_of(report, fmt::format("build/release/benchmarks/reproduce {}{}", experiment.name,
                                                arguments.full ? " --full" : ""));
    if (!write_files(report, experiment.name, arguments.output)) {
      fmt::print(stderr, "reproduce: cannot write into {}\n", arguments.output);
      return 2;
    }
    for (const std::string& note : report.notes) is_good &= !note.starts_with("DISAGREEMENT");
  }
  if (!arguments.markdown.empty()) {
    std::ofstream out(arguments.markdown, std::ios::binary);
    out << markdown_head(setup) << markdown;
    out.close();
    is_good &= static_cast<bool>(out);
  }
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
  CLI11_PARSE(app, argc, argv);
  try {
    return isolde::reproduce::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "reproduce: {}\n", error.what());
    return 2;
  }
}
