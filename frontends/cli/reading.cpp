#include "frontends/cli/reading.hpp"

#include <vector>

#include "frontends/formats/formats.hpp"

namespace isolde {

std::vector<std::string> history_format_names() {
  std::vector<std::string> names = {"auto"};
  for (const FormatInfo& info : formats()) names.emplace_back(info.name);
  return names;
}

void HistoryArgument::add_to(CLI::App& command) {
  command.add_option("history", path, "File or directory of the history")->required()->type_name("HISTORY");
  command.add_option("--format", format, "Format of the history; auto looks at the content")
      ->check(CLI::IsMember(history_format_names()))
      ->capture_default_str();
}

Result<History> HistoryArgument::read(Progress& progress) const {
  ReadOptions options;
  options.format = format_named(format);
  options.progress = [&](std::uint64_t done, std::uint64_t total) { progress.advance(done, total); };
  progress.phase("reading");
  return read_history(path, options);
}

}  // namespace isolde
