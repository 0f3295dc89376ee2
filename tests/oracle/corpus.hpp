// Where the real histories are: ISOLDE_CORPUS, or ../shared/corpus beside the checkout. Tests that find none
// are skipped.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace isolde {

inline std::filesystem::path corpus() {
  const char* const named = std::getenv("ISOLDE_CORPUS");
  if (named != nullptr) return named;
  return std::filesystem::path(ISOLDE_SOURCE_DIR) / ".." / "shared" / "corpus";
}

}  // namespace isolde
