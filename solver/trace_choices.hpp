// From the refutation of an encoded history (encode/choices.hpp) to the observations that it rests on.
//
// The encoder adds to the known graph what follows from what is known already, and keeps no reasons. They are
// found again afterwards: an edge that an observation brought rests on that observation, and on what excluded
// all its other sources by then; that is, on paths through edges that were there before.
#pragma once

#include <cstddef>
#include <span>

#include "encode/choices.hpp"
#include "history/writers.hpp"
#include "solver/prove_choices.hpp"

namespace isolde {

struct TraceTask {
  const ChoiceTask& task;
  const Items& items;
  const EncodedChoices& encoded;
  bool one_node = true;
  bool first_committer_wins = true;
  double seconds = 1;             // what is found by then is all
  std::size_t most_sources = 64;  // an observation that can have had more is not gone into
};

struct TracedChoices {
  ChoiceSuspects suspects;
  bool is_whole = true;  // nothing was not gone into
};

// `nodes`: of the refutation; empty if somebody is impossible.
[[nodiscard]] TracedChoices trace_choices(const TraceTask& task, std::span<const Node> nodes);

}  // namespace isolde
