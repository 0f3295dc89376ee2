// The repository as the guards see it: every source file with its lines and its #include directives. Nothing
// is preprocessed; a directive counts wherever it stands at the start of a line, whatever #if surrounds it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isolde::structure {

struct Include {
  std::string name;  // between the quotes or brackets
  bool quoted;       // "..." instead of <...>
  std::size_t line;  // from 1
};

struct SourceFile {
  std::string path;  // from the root, with forward slashes
  std::vector<std::string> lines;
  std::vector<Include> includes;  // of C++ and CUDA files only
};

[[nodiscard]] bool is_header(std::string_view path);
[[nodiscard]] bool is_code(std::string_view path);  // C++ or CUDA, in contrast to CMake and shell

class SourceTree {
 public:
  // Reads all C++, CUDA, CMake and shell files below `root`, sorted by path; skips build/ and hidden folders.
  [[nodiscard]] static SourceTree read(const std::filesystem::path& root);

  [[nodiscard]] const std::vector<SourceFile>& files() const { return files_; }
  [[nodiscard]] const SourceFile* find(std::string_view path) const;

  // The file of the tree that a directive names, as the compiler's search path (the root, then include/) has
  // it; nothing for headers of the system and of other libraries.
  [[nodiscard]] const SourceFile* resolve(const Include& include) const;

 private:
  std::vector<SourceFile> files_;
};

}  // namespace isolde::structure
