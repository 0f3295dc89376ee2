// Certificates: what a verdict has to show. The verifier (certify/verify.hpp) checks them against the raw
// history and shares no code with those who made them.
//
// Accept: a schedule. Replaying it must show every transaction what it read, and keep the orders of the
// level.
//
// Reject: a finding that no execution could show (history/findings/validation.hpp), or a proof by cases. A
// case lists alternatives of which one must hold in every execution; below each stands a proof that it
// cannot. Leaves are cycles of dependencies, each of which follows from the history and the alternatives
// assumed above it:
//   wr  `to` read the version of `key` that `from` wrote: the only possible writer, or assumed
//   ww  assumed: `from` installed its version of `key` before `to`
//   rw  `from` read `key` from `witness` (invalid: the initial version), which is assumed to precede `to`, or
//       is initial
//   so, rt  as the level says
// A leaf may also be one wr or rw from a transaction to itself: no version of `key` can be what it saw, or
// its predicate did not return a row of `key` that it had written itself; or, without a key, no versions that
// are left add up to what its aggregate `op` showed. certify/proof/proof_check.hpp has the rules. In the
// graph of the level's row (docs/levels.md) a cycle may step from a transaction's begin to its commit, never
// back.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "history/dependency.hpp"
#include "history/event.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"

namespace isolde {

struct Assumption {
  enum class Kind : std::uint8_t {
    kOrder,        // `first` installed its version of `key` before `second`
    kReadsFrom,    // `first` read `key` from `second`; invalid: from the initial version
    kTakesEffect,  // `first`, which is indeterminate, counts as committed
    kNoEffect,     // it does not
  };
  Kind kind = Kind::kOrder;
  KeyId key = {};
  TxnId first = {};
  TxnId second = {};

  bool operator==(const Assumption&) const = default;
};

// One node of a proof in preorder: a case, followed by one proof per alternative, or a leaf.
struct ProofStep {
  std::vector<Assumption> alternatives;  // empty for a leaf
  std::vector<Dependency> cycle;         // of a leaf: each edge's `to` is the next one's `from`
};
using Proof = std::vector<ProofStep>;

struct AcceptCertificate {
  Schedule schedule;
};
struct RejectCertificate {
  std::optional<Finding> finding;  // or
  Proof proof;
};

struct Certificate {
  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;
  std::variant<AcceptCertificate, RejectCertificate> evidence;
};

}  // namespace isolde
