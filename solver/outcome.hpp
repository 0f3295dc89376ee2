// What a solver answers, and what it may spend. Every solver gives one of three answers; running out of
// anything is the third, never a guess.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "history/event.hpp"
#include "solver/observation.hpp"

namespace isolde {

struct Limits {
  std::optional<double> seconds;
  std::optional<std::size_t> memory_bytes;
  std::optional<std::uint64_t> steps;
};

struct Accept {
  // Every committed transaction, and those indeterminate ones that took effect, so that all reads are
  // explained.
  Schedule schedule;
};
struct Reject {
  // Transactions whose dependencies alone have no order either; empty if the solver cannot tell.
  std::vector<TxnId> suspects = {};
  // Where reads have several possible sources: what they observed that shows it.
  std::vector<Observation> observations = {};
  // The same where those name too few for a short proof: perhaps most of the history.
  std::vector<TxnId> more_suspects = {};
  std::vector<Observation> more_observations = {};
};
struct Unknown {
  std::string reason;  // one clause: "the time limit of 60 s was reached"
  // What would explain everything as far as the solver looked; if replaying it holds, that is the answer.
  Schedule guess = {};
  bool is_wrong = false;  // an answer was given that is none: somebody's mistake, not a limit
};
using Outcome = std::variant<Accept, Reject, Unknown>;

}  // namespace isolde
