// The one-definition rule for types, which neither compiler nor linker enforces: two classes of one name in
// one namespace share the names of their member functions, and the linker keeps whichever copy it meets
// first. Inlining hides this; an unoptimised build corrupts memory.
#pragma once

#include "tests/structure/guards.hpp"

namespace isolde::structure {

// No two files define a class, struct, union, enumeration or alias of the same name in the same namespace.
// What stands in an unnamed namespace belongs to its file alone (tests/structure/helper_names.hpp looks after
// those), and so does a type within a function. Knows definitions by where clang-format puts them: at the
// start of a line.
[[nodiscard]] Findings repeated_types(const SourceTree& tree);

}  // namespace isolde::structure
