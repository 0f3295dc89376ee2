// Items as one level sees them: what executing and pruning work on.
//
// A member is one event, or two: its begin and its commit. Between events stand these edges (docs/levels.md),
// where X and Y are chains of one key, X before Y, and r is a reader of X's last version:
//   commit(writer) -> begin(reader)       of every read
//   commit(X's last) -> begin(Y's first)  where the first committer wins, else -> commit(Y's first)
//   begin(r) -> commit(Y's first)
//   commit -> begin                       along a line and in real time
//   begin -> commit                       of a member
#pragma once

#include "encode/items/chains.hpp"
#include "encode/items/items.hpp"
#include "encode/lines.hpp"

namespace isolde {

// All that it refers to must outlive it.
struct ItemGraph {
  const Items& items;
  const Chains& chains;
  const Lines& lines;
  bool one_node = true;
  bool first_committer_wins = true;

  [[nodiscard]] std::size_t event_count() const { return items.member_count() * (one_node ? 1 : 2); }
};

// An event by number: a member's begin is even and its commit odd. Where a member is one node, it is its
// commit.
using EventCode = std::uint32_t;
[[nodiscard]] constexpr EventCode begin_of(Member member) { return member << 1; }
[[nodiscard]] constexpr EventCode commit_of(Member member) { return (member << 1) | 1U; }
[[nodiscard]] constexpr Member member_of(EventCode event) { return event >> 1; }
[[nodiscard]] constexpr bool is_commit(EventCode event) { return (event & 1U) != 0; }

}  // namespace isolde
