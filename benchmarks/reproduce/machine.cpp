#include "benchmarks/reproduce/machine.hpp"

#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "isolde/version.hpp"

namespace isolde::reproduce {
namespace {

// What stands behind `name` and `separator` in a file of such lines, without quotes; else `otherwise`.
std::string entry_of(const char* path, std::string_view name, char separator, const char* otherwise) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name)) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t\"", at + 1);
    const std::size_t last = line.find_last_not_of(" \t\"");
    if (first != std::string::npos) return line.substr(first, last + 1 - first);
  }
  return otherwise;
}

std::string memory_text() {
  const double kibibytes = std::strtod(entry_of("/proc/meminfo", "MemTotal", ':', "0").c_str(), nullptr);
  return kibibytes > 0 ? fmt::format("{:.1f} GiB of memory", kibibytes / (1 << 20)) : "memory unknown";
}

}  // namespace

std::string machine_text() {
  const BuildInfo build = build_info();
  return fmt::format("{}, {} cores, {}; {}; Isolde {} (commit {}) by {}, {}",
                     entry_of("/proc/cpuinfo", "model name", ':', "processor unknown"),
                     std::thread::hardware_concurrency(), memory_text(),
                     entry_of("/etc/os-release", "PRETTY_NAME", '=', "system unknown"), build.version,
                     build.commit, build.compiler, build.build_type);
}

std::string load_text() {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) return "load unknown";
  const bool is_busy = load > static_cast<double>(std::thread::hardware_concurrency());
  return fmt::format("load average {:.1f}{}", load, is_busy ? ": others slowed it down" : "");
}

}  // namespace isolde::reproduce
