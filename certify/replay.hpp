// Replaying a schedule on a store: every transaction reads the store as of its begin, changed by its own
// earlier writes, and installs its last values when it commits. Everything it recorded must be what it is
// shown.
#pragma once

#include "certify/placement.hpp"

namespace isolde {

// Also checks that the first committer wins where the level says so. Requires what place() made of
// `schedule`. Cost: a few array accesses per operation; a transaction that nobody commits beside of runs
// right on the store, others keep their writes aside from begin to commit.
[[nodiscard]] Problem replay(const History& history, const LevelInfo& level, const Schedule& schedule,
                             const Placement& placement);

}  // namespace isolde
