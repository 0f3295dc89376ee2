// Sorts a vector, ascending, and drops what stands in it twice.
#pragma once

#include <algorithm>
#include <vector>

namespace isolde {

template <class T>
void sort_unique(std::vector<T>& all) {
  std::ranges::sort(all);
  const auto rest = std::ranges::unique(all);
  all.erase(rest.begin(), rest.end());
}

}  // namespace isolde
