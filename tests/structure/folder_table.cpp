#include "tests/structure/folder_table.hpp"

#include <algorithm>
#include <array>
#include <regex>

namespace isolde::structure {
namespace {

constexpr std::string_view kCertificateTypes = "certificate types";
// Of history/: what is in a history, what a predicate says about one version, and how things are spelled; not
// what finds versions, sources or anomalies.
constexpr std::string_view kDataModel = "the data model of history";
constexpr std::array<std::string_view, 16> kDataModelHeaders = {"predicates/aggregate",
                                                                "predicates/aggregate_seen",
                                                                "anomaly",
                                                                "dependency",
                                                                "dictionary",
                                                                "event",
                                                                "history",
                                                                "demands",
                                                                "initial_values",
                                                                "level",
                                                                "predicates/predicate",
                                                                "predicates/predicate_cell",
                                                                "spelling",
                                                                "statistics",
                                                                "findings/validation",
                                                                "writers"};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string strip(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

// "`base/`" -> "base"
std::string folder_name(std::string_view cell) {
  std::string name = strip(cell);
  std::erase(name, '`');
  if (name.ends_with('/')) name.pop_back();
  return name;
}

// A file's place in the table: public headers are moved to the folder that owns them.
std::string owned_path(std::string_view path) {
  constexpr std::string_view prefix = "include/isolde/";
  if (!path.starts_with(prefix)) return std::string(path);
  const std::string_view name = path.substr(prefix.size());
  return (name == "version.hpp" ? "base/" : "check/") + std::string(name);
}

bool is_data_model(std::string_view path) {
  constexpr std::string_view folder = "history/";
  return path.starts_with(folder) && path.ends_with(".hpp") &&
         std::ranges::find(kDataModelHeaders, path.substr(folder.size(), path.size() - folder.size() - 4)) !=
             kDataModelHeaders.end();
}

}  // namespace

FolderTable FolderTable::parse(std::string_view markdown) {
  FolderTable table;
  bool inside = false;
  for (const std::string& line : split(markdown, '\n')) {
    const std::vector<std::string> cells = split(line, '|');
    if (cells.size() != 5) {
      if (inside) break;
      continue;
    }
    if (strip(cells[1]) == "folder" && strip(cells[3]) == "may include") {
      inside = true;
    } else if (inside && !cells[1].starts_with("---")) {
      table.read_row(cells[1], cells[3]);
    }
  }
  if (table.folders_.empty())
    table.problems_.emplace_back("there is no table with the columns folder | … | may include");
  return table;
}

void FolderTable::read_row(const std::string& folder_cell, const std::string& may_cell) {
  std::vector<std::string> row_folders;
  for (const std::string& cell : split(folder_cell, ',')) row_folders.push_back(folder_name(cell));
  const std::vector<std::string> clauses = split(may_cell, ';');
  for (const std::string& folder : row_folders) {
    Rule& rule = rules_[folder];
    rule.row = folder;
    add_names(rule, clauses.front());
  }
  folders_.insert(folders_.end(), row_folders.begin(), row_folders.end());
  for (std::size_t i = 1; i < clauses.size(); ++i) read_clause(row_folders, strip(clauses[i]));
}

void FolderTable::read_clause(const std::vector<std::string>& row_folders, const std::string& clause) {
  static const std::regex also("`([a-z]+)/` also (.*)");
  static const std::regex only("the test oracle only (.*)");
  std::smatch match;
  if (std::regex_match(clause, match, also)) {
    const std::string& row = row_folders.front();
    Rule rule = rules_[row];
    add_names(rule, match[2].str());
    rules_[row + "/" + match[1].str()] = rule;
  } else if (std::regex_match(clause, match, only)) {
    Rule rule;
    rule.row = "tests/oracle";
    add_names(rule, match[1].str());
    rules_[rule.row] = rule;
  } else {
    problems_.push_back("the clause \"" + clause + "\" is not understood");
  }
}

void FolderTable::add_names(Rule& rule, std::string names) {
  names = std::regex_replace(names.substr(0, names.find("—")), std::regex(" and "), ",");
  for (const std::string& part : split(names, ',')) {
    std::string name = strip(part);
    if (name == "everything above") {
      rule.may.insert(folders_.begin(), folders_.end());
    } else if (name == "everything") {
      rule.may.insert("*");
    } else if (name == "std") {
      rule.names_libraries = true;
    } else if (name.starts_with('{') || name.find("::") != std::string::npos) {
      std::erase_if(name, [](char c) { return c == '{' || c == '}'; });
      rule.libraries.insert(name.substr(0, name.find("::")));
    } else if (name == kDataModel) {
      rule.may.insert(name);
      rule.binds_ways_round = true;
    } else if (name == kCertificateTypes || std::regex_match(name, std::regex("[a-z]+(/[a-z]+)?"))) {
      rule.may.insert(name);
    } else {
      problems_.push_back("the name \"" + name + "\" is not understood");
    }
  }
}

const Rule* FolderTable::rule_of(std::string_view path) const {
  // The oracle's own tests compare it with others; only the oracle itself is bound.
  const bool binds_oracle = !path.ends_with("_test.cpp");
  std::string folder = owned_path(path);
  while (folder.find('/') != std::string::npos) {
    folder.resize(folder.rfind('/'));
    if (folder == "tests/oracle" && !binds_oracle) continue;
    if (const auto it = rules_.find(folder); it != rules_.end()) return &it->second;
  }
  return nullptr;
}

bool FolderTable::allows(std::string_view from, std::string_view to) const {
  const Rule* source = rule_of(from);
  const Rule* target = rule_of(to);
  if (source == nullptr || target == nullptr) return false;
  if (source->may.contains("*") || source->may.contains(target->row)) return true;
  if (source->may.contains(std::string(kDataModel)) && is_data_model(to)) return true;
  if (source->may.contains(std::string(kCertificateTypes)) && to.starts_with("certify/certificate"))
    return true;
  const auto names_subfolder = [&](const std::string& name) {
    return name.find('/') != std::string::npos && to.starts_with(name + "/");
  };
  if (std::ranges::any_of(source->may, names_subfolder)) return true;
  // Within a row everybody may, unless the target has rights that would be passed on this way.
  return source->row == target->row && std::ranges::includes(source->may, target->may);
}

}  // namespace isolde::structure
