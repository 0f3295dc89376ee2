// Replaying a schedule on a store: every transaction reads the store as of its begin, changed by its own
// earlier writes, and installs its last values when it commits. Everything it recorded must be what it is
// shown.
#pragma once

#include <cstdint>

#include "certify/schedule/placement.hpp"

namespace isolde {

// What did not replay, beside the sentence.
struct ReplayFault {
  enum class Kind : std::uint8_t {
    kRead,       // an item read shows something else
    kResultSet,  // so does a predicate operation: a row more, less, or in another version
    kOther,      // an operation that cannot be, or a second committer
  };
  Kind kind = Kind::kOther;
  TxnId txn = {};
  OpId op = {};
  KeyId key = {};
};

// Also checks that the first committer wins where the level says so. Requires what place() made of
// `schedule`. Cost: a few array accesses per operation, a few more per row that a predicate matches. A
// transaction during which no other one commits runs right on the store; others keep their writes aside from
// begin to commit.
[[nodiscard]] Problem replay(const History& history, const LevelInfo& level, const Schedule& schedule,
                             const Placement& placement, ReplayFault* fault = nullptr);

}  // namespace isolde
