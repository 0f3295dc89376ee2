// Isolde as a library: decide a history in a file.
//
//   isolde::FileCheck result = isolde::check_file("history.jsonl", {.level = "strict-serializable"});
//   if (result.answer == isolde::Answer::kViolated) std::puts(result.text.c_str());
//
// Never prints, exits or throws on bad input. Thread-safe: calls share nothing.
#pragma once

#include <string>
#include <vector>

#include "isolde/version.hpp"

namespace isolde {

enum class Answer {
  kHolds,     // the level holds
  kViolated,  // it does not, and `text` and `json` say why
  kUnknown,   // a limit was reached, or a yes would be worth too little (see the last two options)
  kBadInput,  // the file or an option is wrong, and `error` says what
};

struct FileCheckOptions {
  std::string level = "serializable";  // as `isolde check --level`
  std::string format = "auto";         // as `isolde check --format`
  double timeout_seconds = 60;
  long long clock_skew_nanoseconds = 0;
  std::vector<std::string> initial = {};    // as `isolde check --initial`, each KEY=VALUE or FILE
  unsigned long long min_transactions = 1;  // with fewer committed ones, what holds is unknown
  bool fail_on_warning = false;             // with a warning, what holds is unknown
};

// What makes an answer say less than it seems to, for example that a level binds real time and the history
// has no times.
struct CheckWarning {
  std::string kind;              // a stable name, as "no-times"
  std::string sentence;          // for people
  unsigned long long count = 0;  // how many things it is about, where that can be counted
};

struct FileCheck {
  Answer answer = Answer::kUnknown;
  std::string error;                   // one sentence with the place; empty unless kBadInput
  std::string text;                    // the report for people
  std::string json;                    // the report for machines
  std::string reason;                  // why the answer is unknown; empty unless kUnknown
  std::vector<std::string> errors;     // `error`, and what else is wrong; at most ten
  bool has_more_errors = false;        // beside those
  std::vector<CheckWarning> warnings;  // empty if kBadInput
};

[[nodiscard]] FileCheck check_file(const std::string& path, const FileCheckOptions& options = {});

}  // namespace isolde
