// Which initial value would make reads of what nobody wrote disappear: who forgot to tell it gets to know
// how.
#pragma once

#include "certify/decision.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

// Sets initial_hint of every garbage read of a key that begins with nothing, as far as the history tells,
// where all reads of the key would be explained if it began with the value to hint at. Cost: once more that
// of validating, if there is a garbage read at all.
void hint_at_initials(const History& history, const LevelInfo& level, std::int64_t clock_skew,
                      Decision& decision);

}  // namespace isolde
