// From "these transactions cannot be explained" to the few that show it and a proof that the verifier can
// follow (certify/certificate.hpp). Works at every level of the table.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certify/certificate.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"

namespace isolde {

struct ProveTask {
  const History& history;
  const WriterIndex& writers;
  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;
  double seconds = 5;  // to be spent on making the set small; what is found by then is proved
};

struct Explained {
  // Without any of them (and what was read from it) the others can be explained, unless time was up.
  std::vector<TxnId> core;
  Proof proof;
};

// `suspects` may contain transactions that do not count; they are ignored. Nothing if what certainly was read
// and written among the suspects has an execution, or if finding out takes too long; some thousands of
// suspects are fine, tens of thousands are refused.
[[nodiscard]] std::optional<Explained> prove(const ProveTask& task, const std::vector<TxnId>& suspects);

}  // namespace isolde
