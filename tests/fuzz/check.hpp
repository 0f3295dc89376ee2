// What every fuzz target demands of a reader: an error is one sentence on one line, and a history survives
// being written and read again.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/result.hpp"
#include "frontends/formats/native/native.hpp"
#include "history/history.hpp"

namespace isolde::fuzz {

inline void demand(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "demand failed: %s\n", what.c_str());
  std::abort();
}

inline void check_error(const Error& error) {
  demand(!error.message.empty(), "an error says something");
  for (const std::string& sentence : error.sentences())
    demand(sentence.find('\n') == std::string::npos, "an error is one line: " + sentence);
  demand(error.further.size() < ErrorList::kMost, "no more errors than are worth reading");
}

// Requires a history whose names and numbers the native format can hold.
inline void check_round_trip(const History& history) {
  const Result<std::string> first = write_native_text(history);
  demand(first.has_value(), first ? "" : first.error().to_string());
  const Result<History> again = read_native_text(*first, "again");
  demand(again.has_value(), again ? "" : again.error().to_string());
  const Result<std::string> second = write_native_text(*again);
  demand(second.has_value() && *first == *second, "written, read and written again it is the same");
  demand(again->transaction_count() == history.transaction_count(), "no transaction is lost");
  demand(again->operation_count() == history.operation_count(), "no operation is lost");
}

}  // namespace isolde::fuzz
