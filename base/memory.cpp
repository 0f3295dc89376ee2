#include "base/memory.hpp"

#include <fstream>
#include <limits>
#include <string>

#include <sys/resource.h>

namespace isolde {

std::size_t peak_memory_bytes() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

std::size_t available_memory_bytes() {
  std::ifstream table("/proc/meminfo");
  std::string name;
  std::size_t kibibytes = 0;
  std::string unit;
  while (table >> name >> kibibytes && std::getline(table, unit))
    if (name == "MemAvailable:") return kibibytes * 1024;
  return std::numeric_limits<std::size_t>::max();
}

}  // namespace isolde
