// The verifier: re-derives a verdict from the raw history and a certificate. It trusts neither those who made
// the certificate nor the file it came from, and shares no code with them.
//
// Cost: an accept certificate is linear in the history (a few array accesses per operation; a predicate
// operation looks at every key that is present); a reject certificate is linear in the history plus, for each
// dependency of the proof, the operations of its transactions and the writes of its key.
#pragma once

#include <string>

#include "certify/certificate.hpp"
#include "history/history.hpp"

namespace isolde {

struct VerifyResult {
  bool holds = false;
  std::string reason;  // why it does not: one sentence, no full stop

  [[nodiscard]] explicit operator bool() const { return holds; }
};

// Whether the certificate proves its verdict (a schedule: the level holds; else: it is violated).
[[nodiscard]] VerifyResult verify(const History& history, const Certificate& certificate);

}  // namespace isolde
