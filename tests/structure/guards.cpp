#include "tests/structure/guards.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace isolde::structure {
namespace {

struct Library {
  std::string_view name;
  std::vector<std::string_view> prefixes;  // of its headers
};

const std::vector<Library>& confined_libraries() {
  static const std::vector<Library> libraries = {
      {"MiniSat", {"minisat/"}},
      {"CaDiCaL", {"cadical", "ccadical"}},
      {"CryptoMiniSat", {"cryptominisat5/"}},
      {"PicoSAT", {"picosat"}},
      {"clasp", {"clasp/", "clingo", "potassco/"}},
      {"Z3", {"z3"}},
      {"cvc5", {"cvc5"}},
      {"CUDA", {"cuda", "cooperative_groups", "cub/", "thrust/"}},
      {"PostgreSQL", {"libpq", "pqxx", "postgresql/"}},
      {"MariaDB", {"mysql", "mariadb/"}},
      {"SQLite", {"sqlite3"}},
      {"RocksDB", {"rocksdb/"}},
  };
  return libraries;
}

bool is_standard(std::string_view name) { return name.find_first_of("./") == std::string_view::npos; }

bool is_system(std::string_view name) {
  static constexpr std::array kOfSystem = {"fcntl.h",   "malloc.h",  "unistd.h", "signal.h",   "dirent.h",
                                           "pthread.h", "termios.h", "poll.h",   "emmintrin.h"};
  return is_standard(name) || name.starts_with("sys/") ||
         std::ranges::find(kOfSystem, name) != kOfSystem.end();
}

bool is_test(std::string_view path) { return path.starts_with("tests/"); }

std::string place(const SourceFile& file, std::size_t line) { return fmt::format("{}:{}", file.path, line); }

// Depth-first search over the files; `way_` is the current chain of includes.
class CycleSearch {
 public:
  explicit CycleSearch(const SourceTree& tree) : tree_(tree) {}

  Findings run() {
    for (const SourceFile& file : tree_.files()) visit(file);
    return std::move(findings_);
  }

 private:
  void visit(const SourceFile& file) {
    if (const auto at = std::ranges::find(way_, &file); at != way_.end()) {
      std::string text;
      for (auto it = at; it != way_.end(); ++it) text += (*it)->path + " -> ";
      findings_.push_back(text + file.path);
      return;
    }
    if (!seen_.insert(&file).second) return;
    way_.push_back(&file);
    for (const Include& include : file.includes)
      if (const SourceFile* next = tree_.resolve(include)) visit(*next);
    way_.pop_back();
  }

  const SourceTree& tree_;
  std::set<const SourceFile*> seen_;
  std::vector<const SourceFile*> way_;
  Findings findings_;
};

}  // namespace

Findings forbidden_steps(const SourceTree& tree, const FolderTable& table) {
  Findings findings;
  for (const SourceFile& file : tree.files()) {
    if (!is_code(file.path)) continue;
    if (table.rule_of(file.path) == nullptr) {
      findings.push_back(fmt::format("{}: its folder is not in the table", file.path));
      continue;
    }
    for (const Include& include : file.includes) {
      const SourceFile* target = tree.resolve(include);
      if (target == nullptr) {
        if (include.quoted)
          findings.push_back(fmt::format("{}: \"{}\" is no file, seen from the root",
                                         place(file, include.line), include.name));
      } else if (!table.allows(file.path, target->path)) {
        findings.push_back(
            fmt::format("{}: the table does not allow {}", place(file, include.line), target->path));
      }
    }
  }
  return findings;
}

Findings forbidden_ways_round(const SourceTree& tree, const FolderTable& table) {
  Findings findings;
  for (const SourceFile& file : tree.files()) {
    const Rule* rule = table.rule_of(file.path);
    if (rule == nullptr || !rule->binds_ways_round) continue;
    std::set<const SourceFile*> reached = {&file};
    for (std::vector<const SourceFile*> pending = {&file}; !pending.empty();) {
      const SourceFile* at = pending.back();
      pending.pop_back();
      for (const Include& include : at->includes) {
        const SourceFile* next = tree.resolve(include);
        if (next == nullptr || !reached.insert(next).second) continue;
        pending.push_back(next);
        if (at != &file && !table.allows(file.path, next->path))
          findings.push_back(
              fmt::format("{}: by way of {}, {}", file.path, place(*at, include.line), next->path));
      }
    }
  }
  return findings;
}

Findings include_cycles(const SourceTree& tree) { return CycleSearch(tree).run(); }

Findings scattered_libraries(const SourceTree& tree) {
  Findings findings;
  std::map<std::string_view, const SourceFile*> owners;
  for (const SourceFile& file : tree.files()) {
    if (is_test(file.path)) continue;
    for (const Include& include : file.includes) {
      if (tree.resolve(include) != nullptr) continue;
      for (const Library& library : confined_libraries()) {
        const auto matches = [&](std::string_view prefix) { return include.name.starts_with(prefix); };
        if (std::ranges::none_of(library.prefixes, matches)) continue;
        const SourceFile* owner = owners.try_emplace(library.name, &file).first->second;
        if (is_header(file.path))
          findings.push_back(fmt::format("{}: {} in a header", place(file, include.line), library.name));
        else if (owner != &file)
          findings.push_back(fmt::format("{}: {} already appears in {}", place(file, include.line),
                                         library.name, owner->path));
      }
    }
  }
  return findings;
}

Findings foreign_libraries(const SourceTree& tree, const FolderTable& table) {
  Findings findings;
  for (const SourceFile& file : tree.files()) {
    const Rule* rule = table.rule_of(file.path);
    if (rule == nullptr || !rule->names_libraries) continue;
    for (const Include& include : file.includes) {
      const std::string prefix = include.name.substr(0, include.name.find('/'));
      if (tree.resolve(include) != nullptr || is_system(include.name) || rule->libraries.contains(prefix))
        continue;
      findings.push_back(fmt::format("{}: <{}> is not among the libraries of {}/", place(file, include.line),
                                     include.name, rule->row));
    }
  }
  return findings;
}

Findings leaky_public_headers(const SourceTree& tree) {
  Findings findings;
  for (const SourceFile& file : tree.files()) {
    if (!file.path.starts_with("include/")) continue;
    for (const Include& include : file.includes)
      if (!is_standard(include.name) && !include.name.starts_with("isolde/"))
        findings.push_back(
            fmt::format("{}: a public header includes {}", place(file, include.line), include.name));
  }
  return findings;
}

Findings long_files(const SourceTree& tree) {
  Findings findings;
  for (const SourceFile& file : tree.files())
    if (file.lines.size() > kMaxLines)
      findings.push_back(fmt::format("{}: {} lines, more than {}", file.path, file.lines.size(), kMaxLines));
  return findings;
}

Findings unfinished_marks(const SourceTree& tree) {
  // Written in two pieces, so that this file is no finding.
  static constexpr std::array<std::string_view, 2> kMarks = {
      "TO"
      "DO",
      "FIX"
      "ME"};
  Findings findings;
  for (const SourceFile& file : tree.files())
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (std::ranges::any_of(kMarks,
                              [&](auto mark) { return file.lines[i].find(mark) != std::string::npos; }))
        findings.push_back(fmt::format("{}: a mark for work left undone", place(file, i + 1)));
  return findings;
}

}  // namespace isolde::structure
