#include "tests/structure/type_names.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <string_view>

#include <fmt/format.h>

namespace isolde::structure {
namespace {

// Which namespace a line stands in, from the lines that open and close one.
class NamespaceAt {
 public:
  // Whether the line opens or closes a namespace.
  bool take(const std::string& line) {
    static const std::regex opening(R"re(^(?:inline )?namespace ?([\w:]*) \{$)re");
    std::smatch match;
    if (line.starts_with("}  // namespace")) {
      if (!names_.empty()) names_.pop_back();
      return true;
    }
    if (!std::regex_match(line, match, opening)) return false;
    names_.push_back(match[1].str());
    return true;
  }
  [[nodiscard]] bool is_unnamed() const { return std::ranges::find(names_, "") != names_.end(); }
  [[nodiscard]] std::string qualified(const std::string& name) const {
    std::string text;
    for (const std::string& part : names_) text += part + "::";
    return text + name;
  }

 private:
  std::vector<std::string> names_;
};

// The type that a line at the outermost level defines; empty: none. Declarations end in a semicolon, and a
// specialisation is told apart by its arguments, not by its name.
std::string type_defined_in(const std::string& line) {
  static const std::regex type(
      R"re(^(?:class|struct|union|enum(?: class| struct)?)(?: alignas\(.*\))? ([\w:]+)(?: final)?(?: :[^;{]*)?(?: \{.*)?$)re");
  static const std::regex alias(R"re(^using (\w+) =.*)re");
  std::smatch match;
  if (line.empty() || line.find_first_of(" }/#") == 0 || line.find(' ') == std::string::npos) return {};
  const bool is_definition = std::regex_match(line, match, type) || std::regex_match(line, match, alias);
  return is_definition ? match[1].str() : std::string();
}

}  // namespace

Findings repeated_types(const SourceTree& tree) {
  std::map<std::string, const SourceFile*> first;  // by qualified name
  Findings findings;
  for (const SourceFile& file : tree.files()) {
    if (!is_code(file.path)) continue;
    NamespaceAt at;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      if (at.take(line) || at.is_unnamed()) continue;
      const std::string type = type_defined_in(line);
      if (type.empty()) continue;
      const std::string name = at.qualified(type);
      const SourceFile* owner = first.try_emplace(name, &file).first->second;
      if (owner != &file)
        findings.push_back(fmt::format("{}:{}: {} defines {}, too", file.path, i + 1, owner->path, name));
    }
  }
  return findings;
}

}  // namespace isolde::structure
