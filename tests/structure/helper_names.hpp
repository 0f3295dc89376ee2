// With ISOLDE_UNITY (cmake/IsoldeUnity.cmake) neighbours are compiled as one, and share one unnamed
// namespace: a helper of one file might be called by another that has one of the same name for itself.
#pragma once

#include "tests/structure/guards.hpp"

namespace isolde::structure {

// No two sources of a folder have a function, type or constant of the same name in an unnamed namespace.
// Aliases may repeat, as long as they are the same, and so may PrintTo, which only its argument tells apart.
// Knows definitions by where clang-format puts them: at the start of a line.
[[nodiscard]] Findings repeated_helpers(const SourceTree& tree);

}  // namespace isolde::structure
