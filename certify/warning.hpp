// What a report warns of: something that makes a verdict say less than it seems to. Each has a name that
// machines can rely on and a sentence for people. The code that finds one adds it to ReportData::warnings;
// what it does to a verdict is decided in one place (check/worth.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace isolde {

enum class WarningKind : std::uint8_t {
  kInput,         // the reader left something out or had to guess
  kNoTimes,       // the level binds real time, and the history has none
  kPartialTimes,  // the same, for some transactions
  kNoSessions,    // the level binds sessions, and the history names none
  kUnusedOption,  // a choice that had no effect
  kAmbiguous,     // the history can be read in several ways
  kUncertified,   // the verdict was not certified
  kUnexplained,   // a violation without the transactions to blame
  kInitials,      // what a violation owes to initial values that were assumed
};

[[nodiscard]] constexpr std::string_view name_of(WarningKind kind) {
  constexpr std::array<std::string_view, 9> kNames = {"input",       "no-times",      "partial-times",
                                                      "no-sessions", "unused-option", "ambiguous",
                                                      "uncertified", "unexplained",   "assumed-initials"};
  return kNames[static_cast<std::size_t>(kind)];
}

struct Warning {
  WarningKind kind = WarningKind::kInput;
  std::string sentence;   // one sentence, no full stop
  std::size_t count = 0;  // how many things it is about, where that can be counted

  bool operator==(const Warning&) const = default;
};

}  // namespace isolde
