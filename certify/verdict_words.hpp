// The words for verdicts in every text, table and picture for people. Machines read name_of(Verdict).
#pragma once

#include <string_view>

#include "certify/decision.hpp"

namespace isolde {

[[nodiscard]] constexpr std::string_view word_of(Verdict verdict) {
  return verdict == Verdict::kAccept ? "OK" : verdict == Verdict::kReject ? "VIOLATION" : "UNKNOWN";
}
// "OK" for "accept", and so on: the word for what a machine reads.
[[nodiscard]] constexpr std::string_view word_of_verdict(std::string_view name) {
  for (const Verdict verdict : {Verdict::kAccept, Verdict::kReject})
    if (name == name_of(verdict)) return word_of(verdict);
  return word_of(Verdict::kUnknown);
}

}  // namespace isolde
