#include "tests/structure/helper_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace isolde::structure {
namespace {

bool is_of_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Their sources are programs of their own, or few.
bool is_never_united(std::string_view path) {
  return path.starts_with("benchmarks/") || path.starts_with("tests/fuzz/");
}

// The name that a line at the outermost level defines; empty: none, or one that may repeat.
std::string_view name_defined_in(std::string_view line) {
  static constexpr std::array<std::string_view, 8> kOther = {
      "TEST",          "INSTANTIATE_TEST", "template",        "namespace",
      "static_assert", "using namespace",  "using testing::", "ISOLDE_"};
  if (line.empty() || !is_of_identifier(line.front())) return {};
  if (std::ranges::any_of(kOther, [&](std::string_view word) { return line.starts_with(word); })) return {};
  // Types end at " {", " : " or ";", functions at "(", constants at " = ", "[" or "{".
  std::size_t end = line.find_first_of("([{=;");
  for (const std::string_view stop : {" : ", " final "}) end = std::min(end, line.find(stop));
  if (end == std::string_view::npos) return {};
  while (end > 0 && line[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && is_of_identifier(line[begin - 1])) --begin;
  const std::string_view name = line.substr(begin, end - begin);
  const bool is_member = begin > 0 && line[begin - 1] == ':';
  return is_member || begin == 0 || name == "PrintTo" ? std::string_view() : name;
}

}  // namespace

Findings repeated_helpers(const SourceTree& tree) {
  struct Definition {
    const SourceFile* file;
    std::string_view line;
  };
  std::map<std::pair<std::string_view, std::string_view>, Definition> first;  // by folder and name
  Findings findings;
  for (const SourceFile& file : tree.files()) {
    const std::string_view folder = std::string_view(file.path).substr(0, file.path.rfind('/'));
    if (!file.path.ends_with(".cpp") || is_never_united(file.path)) continue;
    bool is_unnamed = false;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      if (line == "namespace {") is_unnamed = true;
      if (line == "}  // namespace") is_unnamed = false;
      const std::string_view name = is_unnamed ? name_defined_in(line) : std::string_view();
      if (name.empty()) continue;
      const auto [found, is_new] = first.try_emplace({folder, name}, Definition{&file, line});
      const auto& [owner, its_line] = found->second;
      if (is_new || owner == &file || (line.starts_with("using ") && line == its_line)) continue;
      findings.push_back(fmt::format("{}:{}: {} has a helper {}, too", file.path, i + 1, owner->path, name));
    }
  }
  return findings;
}

}  // namespace isolde::structure
