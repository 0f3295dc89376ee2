// From the refutation of an encoded history (encode/choices.hpp) to the observations that it rests on.
//
// The encoder adds to the known graph what follows from what is known already, and keeps no reasons. They are
// found again afterwards: an edge that an observation brought rests on that observation, and on what excluded
// all its other sources by then; that is, on paths through edges that were there before.
#pragma once

#include <cstdint>
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
  double seconds = 1;  // what is found by then is all
};

// `nodes`: of the refutation; empty if somebody is impossible.
[[nodiscard]] ChoiceSuspects trace_choices(const TraceTask& task, std::span<const Node> nodes);

}  // namespace isolde
