#include "base/huge_pages.hpp"

#include <cstdint>

#include <sys/mman.h>

namespace isolde {

void hint_huge_pages(const void* begin, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kHuge = std::uintptr_t{2} << 20;
  if (bytes < 2 * kHuge) return;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + kHuge - 1) / kHuge * kHuge;
  const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / kHuge * kHuge;
  ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
  static_cast<void>(begin);
  static_cast<void>(bytes);
#endif
}

}  // namespace isolde
