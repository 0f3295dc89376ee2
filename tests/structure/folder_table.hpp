// The folder table of docs/architecture.md as data. The document is the only place where the table is
// written; a phrase in its last column that this parser does not know is an error, so the words keep their
// meaning.
//
// The last column reads: names separated by commas, where a name is a folder of the table, a library
// (`{fmt}`, `tl::expected`), `std`, `everything above`, `everything`, `certificate types` (the headers
// certify/certificate*), or `the data model of history` (the headers that the document lists: not those that
// search). What follows a dash repeats the rule in other words. After a semicolon, "`sub/` also names" widens
// the rule for one subfolder, and "the test oracle only names" narrows it for tests/oracle/.
//
// Public headers in include/isolde/ belong to check/; only version.hpp belongs to base/, so that every folder
// can tell which build it is part of.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace isolde::structure {

struct Rule {
  std::string row;                  // the folder of the table
  std::set<std::string> may;        // other folders
  std::set<std::string> libraries;  // include prefixes such as "fmt"
  bool names_libraries = false;     // else any library that no other guard confines
  bool binds_ways_round = false;    // also what it includes by way of others must be allowed
};

class FolderTable {
 public:
  // From the text of the document. What cannot be understood is listed in problems().
  [[nodiscard]] static FolderTable parse(std::string_view markdown);

  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  // Rows from top to bottom.
  [[nodiscard]] const std::vector<std::string>& folders() const { return folders_; }
  // The rule for a file, by the most specific folder; null if the table does not know its folder.
  [[nodiscard]] const Rule* rule_of(std::string_view path) const;
  // Whether a file may include another file of the tree.
  [[nodiscard]] bool allows(std::string_view from, std::string_view to) const;

 private:
  void read_row(const std::string& folder_cell, const std::string& may_cell);
  void read_clause(const std::vector<std::string>& row_folders, const std::string& clause);
  void add_names(Rule& rule, std::string names);

  std::vector<std::string> folders_;
  std::map<std::string, Rule, std::less<>> rules_;  // by folder or subfolder, e.g. "frontends/cli"
  std::vector<std::string> problems_;
};

}  // namespace isolde::structure
