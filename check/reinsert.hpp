// The pipeline under Adya's rule that a key inserted again after a delete is a new object
// (history/variants/new_objects.hpp).
#pragma once

#include "check/check.hpp"

namespace isolde {

// As check(); `history` becomes the one with a key per object that the report speaks of. If it takes several
// variants to tell which object was meant, one that holds is enough, and only if none does the level is
// violated. Requires that options.mode is kNone.
[[nodiscard]] ReportData check_new_objects(History& history, const CheckOptions& options,
                                           double read_seconds = 0);

}  // namespace isolde
