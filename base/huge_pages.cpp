#include "base/huge_pages.hpp"

#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

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

void begin_heap_in_huge_pages() {
#ifdef __GLIBC__
  constexpr int kRoom = 64 << 20;
  constexpr int kOrdinaryRoom = 1 << 20;  // whenever the heap grows
  constexpr int kApart = 8 << 20;  // larger arrays get pages of their own, which free() returns at once
  constexpr std::size_t kSome = std::size_t{1} << 20;
  ::mallopt(M_MMAP_THRESHOLD, kApart);
  ::mallopt(M_TRIM_THRESHOLD, 4 * kRoom);
  ::mallopt(M_TOP_PAD, kRoom);
  const auto* begin = static_cast<const char*>(::sbrk(0));
  void* volatile some = std::malloc(kSome);  // volatile, or the compiler removes both calls
  const auto* end = static_cast<const char*>(::sbrk(0));
  if (end > begin) hint_huge_pages(begin, static_cast<std::size_t>(end - begin));
  std::free(some);
  ::mallopt(M_TOP_PAD, kOrdinaryRoom);
#endif
}

}  // namespace isolde
