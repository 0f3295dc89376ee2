// A refutation of an encoded history, for whoever finds out what it rests on: the solver itself only knows
// nodes of its graph.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "encode/choices/choices.hpp"
#include "solver/observation.hpp"

namespace isolde {

struct RefutedChoices {
  const Items& items;
  const EncodedChoices& encoded;
  std::span<const Node> nodes;    // of the refutation; empty if somebody is impossible
  const Demands& demands;         // that it was encoded by
  double seconds = 1;             // what is found by then is all
  std::size_t most_sources = 64;  // an observation that can have had more is not gone into
};

struct TracedChoices {
  ChoiceSuspects suspects;
  bool is_whole = true;  // nothing was not gone into
};

using TraceChoices = std::function<TracedChoices(const RefutedChoices&)>;

}  // namespace isolde
