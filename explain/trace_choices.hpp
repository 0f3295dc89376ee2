// From the refutation of an encoded history (encode/choices/choices.hpp) to the observations that it rests
// on.
//
// The encoder adds to the known graph what follows from what is known already, and keeps no reasons. They are
// found again afterwards: an edge that an observation brought rests on that observation, and on what excluded
// all its other sources by then; that is, on paths through edges that were there before.
#pragma once

#include "explain/choice_index.hpp"
#include "solver/refuted_choices.hpp"

namespace isolde {

[[nodiscard]] TracedChoices trace_choices(const ChoiceTask& task, const RefutedChoices& refuted);

}  // namespace isolde
