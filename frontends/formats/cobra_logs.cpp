#include "frontends/formats/cobra_logs.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "frontends/formats/natural_order.hpp"

namespace isolde::cobra {

namespace fs = std::filesystem;

MemoryLogs::MemoryLogs(std::span<const CobraLog> logs) : logs_(logs) {
  for (const CobraLog& log : logs) names_.push_back({log.name, fs::path(log.name).stem(), log.bytes.size()});
}

Result<MappedLogs> MappedLogs::list(const std::string& directory) {
  MappedLogs logs;
  std::error_code problem;
  for (fs::directory_iterator entry(directory, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const fs::path& path = entry->path();
    std::error_code ignored;
    if (path.extension() == ".log" && entry->is_regular_file(ignored))
      logs.names_.push_back({path.string(), path.stem().string(), entry->file_size(ignored)});
  }
  if (problem) return environment_error(directory, fmt::format("cannot be listed: {}", problem.message()));
  std::ranges::sort(logs.names_, naturally_before, &LogName::session);
  return logs;
}

}  // namespace isolde::cobra
