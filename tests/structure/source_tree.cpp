#include "tests/structure/source_tree.hpp"

#include <algorithm>
#include <fstream>
#include <regex>

namespace isolde::structure {
namespace {

namespace fs = std::filesystem;

bool is_script(const std::string& path) {
  if (path.ends_with(".sh") || path.ends_with(".cmake") || path.ends_with("CMakeLists.txt")) return true;
  return path.starts_with("scripts/") && path.find('.') == std::string::npos;
}

std::vector<Include> includes_of(const std::vector<std::string>& lines) {
  static const std::regex directive(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
  std::vector<Include> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (lines[i].find("include") != std::string::npos && std::regex_search(lines[i], match, directive))
      found.push_back({match[2].str(), match[1].str() == "\"", i + 1});
  }
  return found;
}

SourceFile read_file(const fs::path& root, std::string path) {
  SourceFile file;
  std::ifstream in(root / path);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  if (is_code(path)) file.includes = includes_of(file.lines);
  file.path = std::move(path);
  return file;
}

}  // namespace

bool is_header(std::string_view path) {
  return path.ends_with(".hpp") || path.ends_with(".h") || path.ends_with(".cuh");
}

bool is_code(std::string_view path) {
  return is_header(path) || path.ends_with(".cpp") || path.ends_with(".cu") || path.ends_with(".cpp.in");
}

SourceTree SourceTree::read(const fs::path& root) {
  SourceTree tree;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory()) {
      if (name.starts_with(".") || (it.depth() == 0 && name == "build")) it.disable_recursion_pending();
      continue;
    }
    std::string path = fs::relative(it->path(), root).generic_string();
    if (is_code(path) || is_script(path)) tree.files_.push_back(read_file(root, std::move(path)));
  }
  std::ranges::sort(tree.files_, {}, &SourceFile::path);
  return tree;
}

const SourceFile* SourceTree::find(std::string_view path) const {
  const auto it = std::ranges::lower_bound(files_, path, {}, &SourceFile::path);
  return it != files_.end() && it->path == path ? &*it : nullptr;
}

const SourceFile* SourceTree::resolve(const Include& include) const {
  if (const SourceFile* file = find(include.name)) return file;
  return find("include/" + include.name);
}

}  // namespace isolde::structure
