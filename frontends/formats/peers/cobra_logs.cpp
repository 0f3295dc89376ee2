#include "frontends/formats/peers/cobra_logs.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "frontends/formats/peers/natural_order.hpp"
#include "frontends/formats/unpack.hpp"

namespace isolde::cobra {

namespace fs = std::filesystem;

namespace {

std::string session_of(const std::string& file) { return fs::path(unpacked_name(file)).stem().string(); }

}  // namespace

bool is_cobra_file_name(std::string_view name) { return unpacked_name(name).ends_with(".log"); }

MemoryLogs::MemoryLogs(std::span<const CobraLog> logs) : logs_(logs) {
  for (const CobraLog& log : logs) names_.push_back({log.name, session_of(log.name), log.bytes.size()});
}

Result<MappedLogs> MappedLogs::list(const std::string& directory) {
  MappedLogs logs;
  std::error_code problem;
  for (fs::directory_iterator entry(directory, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const fs::path& path = entry->path();
    std::error_code ignored;
    if (is_cobra_file_name(path.filename().string()) && entry->is_regular_file(ignored))
      logs.names_.push_back({path.string(), session_of(path.filename().string()), entry->file_size(ignored)});
  }
  if (problem) return environment_error(directory, fmt::format("cannot be listed: {}", problem.message()));
  std::ranges::sort(logs.names_, naturally_before, &LogName::session);
  const auto twin = std::ranges::adjacent_find(logs.names_, {}, &LogName::session);
  if (twin != logs.names_.end())
    return input_error({twin->file, PlaceUnit::kNone, 0},
                       fmt::format("{} is a log of the same session", std::next(twin)->file));
  return logs;
}

}  // namespace isolde::cobra
