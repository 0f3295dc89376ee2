// The few observations that have no execution, found by deciding the encoded history again and again with
// fewer of them: for proofs, where tracing a refutation (explain/trace_choices.hpp) named too few or too
// many. With fewer observations there are more executions, so what is left out is not needed.
//
// Cost: some dozens to hundreds of encodings and refutations; meant for histories of up to some hundred
// transactions.
#pragma once

#include "explain/prove_choices.hpp"

namespace isolde {

// What is left after `seconds`; no observations if the history was not refuted by then.
[[nodiscard]] ChoiceSuspects observation_core(const ChoiceTask& task, double seconds);

}  // namespace isolde
