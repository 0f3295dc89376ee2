// The rules of the repository that a compiler does not check. Each guard returns its findings, one sentence
// with file and line each; an empty list means that the rule holds. All are linear in the size of the tree.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/structure/folder_table.hpp"
#include "tests/structure/source_tree.hpp"

namespace isolde::structure {

using Findings = std::vector<std::string>;

inline constexpr std::size_t kMaxLines = 800;

// Every #include of a file in the tree is a step that the table allows, and every folder with code is in the
// table.
[[nodiscard]] Findings forbidden_steps(const SourceTree& tree, const FolderTable& table);

// A folder that may include a part of another one only (the verifier) does not reach the rest of it through
// the headers that it includes. One finding per file and header.
[[nodiscard]] Findings forbidden_ways_round(const SourceTree& tree, const FolderTable& table);

// No file includes itself, by whatever way round. One finding per cycle met, written as the way round.
[[nodiscard]] Findings include_cycles(const SourceTree& tree);

// A SAT or SMT library, CUDA and a database client each appear in one source file and in no header, so that
// the build can do without them. Tests are free to bring a second opinion.
[[nodiscard]] Findings scattered_libraries(const SourceTree& tree);

// A folder whose row names libraries includes no others.
[[nodiscard]] Findings foreign_libraries(const SourceTree& tree, const FolderTable& table);

// Headers in include/isolde/ include only the standard library and each other.
[[nodiscard]] Findings leaky_public_headers(const SourceTree& tree);

[[nodiscard]] Findings long_files(const SourceTree& tree);
// Marks for work left undone.
[[nodiscard]] Findings unfinished_marks(const SourceTree& tree);

}  // namespace isolde::structure
