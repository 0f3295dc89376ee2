// The pipeline where the input does not tell some initial values (history/findings/initial_candidates.hpp): a
// level holds if it holds with some of them.
//
// First those that are assumed already, the most plausible ones, are tried. If the level is violated with
// them, so are others, where few can come into question. A "no" then is one of these: no other values can
// help, since all were tried, or since the evidence is about other keys, or since the totals of two reads
// differ that every transaction keeps; or it rests on the values assumed, and the report says so.
#pragma once

#include "check/check.hpp"

namespace isolde {

// As check(), which it is if all initial values are told, or if a promise is judged. If other initial values
// than those assumed make the level hold, they stand in `history` from then on.
[[nodiscard]] ReportData check_with_some_initials(History& history, const CheckOptions& options,
                                                  double read_seconds = 0);

}  // namespace isolde
