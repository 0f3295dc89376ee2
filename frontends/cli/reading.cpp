#include "frontends/cli/reading.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "frontends/cli/one_of.hpp"
#include "frontends/formats/formats.hpp"
#include "history/initial_values.hpp"

namespace isolde {

std::vector<std::string> history_format_names() {
  std::vector<std::string> names = {"auto"};
  for (const FormatInfo& info : formats()) names.emplace_back(info.name);
  return names;
}

void ReadingArguments::add_to(CLI::App& command, const std::string& whose) {
  command.add_option("--format", format, fmt::format("Format of {}; auto looks at the content", whose))
      ->check(one_of(history_format_names()))
      ->capture_default_str();
  command
      .add_option(
          "--initial", initial,
          "What a key holds before any transaction: KEY=VALUE, KEY=? if nobody knows, or a FILE, a JSON "
          "object from keys to values (or one a line); may be repeated")
      ->type_name("KEY=VALUE|FILE")
      ->allow_extra_args(false);
}

Result<History> ReadingArguments::read(InputFile input, Progress& progress) const {
  ReadOptions options;
  options.format = format_named(format);
  options.initial = initial;
  options.progress = [&](std::uint64_t done, std::uint64_t total) { progress.advance(done, total); };
  progress.phase("reading");
  return read_history(std::move(input), options);
}

void HistoryArgument::add_to(CLI::App& command) {
  command.add_option("history", path, "File or directory of the history; - is standard input")
      ->required()
      ->type_name("HISTORY");
  reading.add_to(command, "the history");
}

void remark_on_assumptions(const History& history, const CommonOptions& common) {
  if (history.has_assumed_initials())
    common.remark(fmt::format("note: assuming that {}", initial_assumption(history)));
}

}  // namespace isolde
