#include "base/memory.hpp"

#include <sys/resource.h>

namespace isolde {

std::size_t peak_memory_bytes() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace isolde
