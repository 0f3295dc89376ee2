// A hint that a large array is better kept in large pages: fewer page faults while it fills, fewer misses in
// the processor's page table cache after. Only ever a hint; a system that knows no large pages ignores it.
#pragma once

#include <cstddef>
#include <vector>

namespace isolde {

// Does nothing if the range is smaller than two large pages.
void hint_huge_pages(const void* begin, std::size_t bytes);

// Reserves, and gives the hint for the whole capacity before any of it is touched.
template <class T>
void reserve_huge(std::vector<T>& items, std::size_t count) {
  if (count <= items.capacity()) return;
  items.reserve(count);
  hint_huge_pages(items.data(), items.capacity() * sizeof(T));
}

// To be called first in main(): the heap begins with room for what most runs need, in large pages, and keeps
// what is freed for what comes next. A fault for each small page is a fifth of the time of checking a medium
// history.
void begin_heap_in_huge_pages();

}  // namespace isolde
