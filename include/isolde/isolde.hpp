// Isolde as a library: decide a history in a file.
//
//   isolde::FileCheck result = isolde::check_file("history.jsonl", {.level = "strict-serializable"});
//   if (result.answer == isolde::Answer::kViolated) std::puts(result.text.c_str());
//
// Never prints, exits or throws on bad input. Thread-safe: calls share nothing.
#pragma once

#include <string>

#include "isolde/version.hpp"

namespace isolde {

enum class Answer {
  kHolds,     // the level holds
  kViolated,  // it does not, and `text` and `json` say why
  kUnknown,   // a limit was reached, or nothing here decides this level yet
  kBadInput,  // the file or an option is wrong, and `error` says what
};

struct FileCheckOptions {
  std::string level = "serializable";  // as `isolde check --level`
  std::string format = "auto";         // as `isolde check --format`
  double timeout_seconds = 60;
  long long clock_skew_nanoseconds = 0;
};

struct FileCheck {
  Answer answer = Answer::kUnknown;
  std::string error;  // one sentence with the place; empty unless kBadInput
  std::string text;   // the report for people
  std::string json;   // the report for machines
};

[[nodiscard]] FileCheck check_file(const std::string& path, const FileCheckOptions& options = {});

}  // namespace isolde
