// The cycle rule of pruning: a literal with an edge that closes a cycle with known ones is impossible, and
// the edges of the opposite one are known.
//
// A block takes a run of constraints (variables, two literals each), a thread an edge of them. A ballot tells
// each warp which of its edges close a cycle; the first one of a literal votes for it in shared memory, where
// literals that several warps share find their first edge of all. Then a thread per constraint appends what
// is decided to one list, whose place it draws from an atomic counter, and the edges that follow to another;
// so the lists have no order. Only how long they are goes back to the host in each round, and the first list
// after the last.
//
// If the closure comes in several ranges of columns, an edge is looked at when the column of its tail is
// there; `blocking` keeps the votes from one launch to the next, and the last one decides.
#pragma once

#include "gpu/kernels/batch.cuh"
#include "gpu/kernels/rows.cuh"

namespace isolde::ISOLDE_TARGET {

constexpr std::uint32_t kWarpThreads = 32;
constexpr std::uint32_t kPruneThreads = 128;    // whole warps; occupancy: docs/gpu.md; speed was not measured
constexpr std::uint32_t kMostConstraints = 64;  // of a block; chosen, not measured
constexpr std::uint32_t kNothing = 0xffffffffU;

// Edges in the order of their literals; literal l of a constraint c is 2 * c + l.
struct Constraints {
  const std::uint32_t* runs;      // block b has constraints [runs[b], runs[b + 1]), at most kMostConstraints
  const std::uint32_t* begins;    // of a literal's edges, by literal
  const std::uint32_t* literals;  // of each edge
  const std::uint32_t* from;
  const std::uint32_t* to;
};

struct Decided {
  std::uint32_t constraint;
  std::uint32_t against_first;  // the edge of literal 0, of literal 1 that closes a cycle, or kNothing
  std::uint32_t against_second;
};

// What a round reports, in one copy.
struct RoundStatus {
  std::uint32_t decided;        // length of the list
  std::uint32_t edges;          // that follow; length of the other list
  std::uint32_t contradicting;  // not 0: both literals of some constraint are impossible
  JoinStatus joining;
};

struct Findings {
  std::uint32_t* is_decided;  // by constraint
  Decided* decided;
  std::uint32_t* from;  // edges that follow
  std::uint32_t* to;
  RoundStatus* status;
};

// With what is known of the columns that are there.
ISOLDE_DEVICE bool closes_cycle(const Rows& rows, const Constraints& constraints, std::uint32_t edge) {
  const std::uint32_t from = constraints.from[edge];
  const std::uint32_t to = constraints.to[edge];
  return has_column(rows, from) && (from == to || reaches(rows, to, from));
}
// Whether no thread before this one, among those of the warp that are `blocked`, has an edge of the same
// literal.
ISOLDE_DEVICE bool is_first_of_literal(const Constraints& constraints, std::uint32_t edge,
                                       std::uint32_t blocked) {
  const std::uint32_t lane = threadIdx.x % kWarpThreads;
  const std::uint32_t before_edge = edge - constraints.begins[constraints.literals[edge]];
  const std::uint32_t lanes =
      before_edge < lane ? before_edge : lane;  // before this one, with the same literal
  return (blocked >> (lane - lanes) & ((1U << lanes) - 1U)) == 0;
}

template <class Mutation>
ISOLDE_KERNEL find_blocked(Rows rows, Constraints constraints, std::uint32_t* blocking, bool is_last,
                           Findings findings) {
  constexpr std::uint32_t kMissed = kOffByOne<Mutation, Kernel::kFindBlocked>;
  ISOLDE_SHARED(std::uint32_t, votes, 2 * kMostConstraints);
  const std::uint32_t first = 2 * constraints.runs[blockIdx.x];
  const std::uint32_t end = 2 * constraints.runs[blockIdx.x + 1];
  for (std::uint32_t i = threadIdx.x; i < end - first; i += blockDim.x) votes[i] = blocking[first + i];
  __syncthreads();
  const std::uint32_t last = constraints.begins[end];
  // All threads make the same number of turns: a ballot waits for the whole warp.
  for (std::uint32_t begin = constraints.begins[first]; begin + kMissed < last; begin += blockDim.x) {
    const std::uint32_t at = begin + threadIdx.x;
    const bool is_blocked = at + kMissed < last && closes_cycle(rows, constraints, at);
    const std::uint32_t blocked = __ballot_sync(kAllBits, is_blocked);
    if (is_blocked && is_first_of_literal(constraints, at, blocked))
      atomicMin(&votes[constraints.literals[at] - first], at);
  }
  if constexpr (!kSkipsBarrier<Mutation, Kernel::kFindBlocked>) __syncthreads();
  if (!is_last) {
    for (std::uint32_t i = threadIdx.x; i < end - first; i += blockDim.x) blocking[first + i] = votes[i];
    return;
  }
  for (std::uint32_t i = threadIdx.x; 2 * i < end - first; i += blockDim.x) {
    const std::uint32_t constraint = first / 2 + i;
    const Decided decided = {constraint, votes[2 * i], votes[2 * i + 1]};
    if (decided.against_first == kNothing && decided.against_second == kNothing) continue;
    if (findings.is_decided[constraint] != 0) continue;
    findings.is_decided[constraint] = 1;
    findings.decided[atomicAdd(&findings.status->decided, 1U)] = decided;
    if (decided.against_first != kNothing && decided.against_second != kNothing)
      atomicMax(&findings.status->contradicting, 1U);
  }
}

// The edges that follow from the decisions of the list from `begin` on, a thread per decision. They find
// room: a constraint is decided once, and one of its literals follows.
template <class Mutation>
ISOLDE_KERNEL append_implied(Constraints constraints, Findings findings, std::uint32_t begin) {
  const std::uint32_t at = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (at + kOffByOne<Mutation, Kernel::kAppendImplied> >= findings.status->decided) return;
  const Decided decided = findings.decided[at];
  const std::uint32_t literal = 2 * decided.constraint + (decided.against_first != kNothing ? 1U : 0U);
  const std::uint32_t first = constraints.begins[literal];
  const std::uint32_t count = constraints.begins[literal + 1] - first;
  const std::uint32_t room = atomicAdd(&findings.status->edges, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    findings.from[room + i] = constraints.from[first + i];
    findings.to[room + i] = constraints.to[first + i];
  }
}

// How many edges of the constraints reachability does not imply: a thread per edge, summed up per block.
template <class Mutation>
ISOLDE_KERNEL count_open_edges(Rows rows, const std::uint32_t* from, const std::uint32_t* to,
                               std::uint32_t edges, std::uint32_t* count) {
  ISOLDE_SHARED(std::uint32_t, sums, kPruneThreads);
  const std::uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  const bool is_open = at + kOffByOne<Mutation, Kernel::kCountOpenEdges> < edges &&
                       has_column(rows, to[at]) && !reaches(rows, from[at], to[at]);
  sums[threadIdx.x] = is_open ? 1U : 0U;
  __syncthreads();
  for (std::uint32_t half = kPruneThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    if constexpr (!kSkipsBarrier<Mutation, Kernel::kCountOpenEdges>) __syncthreads();
  }
  if (threadIdx.x == 0 && sums[0] != 0) atomicAdd(count, sums[0]);
}

}  // namespace isolde::ISOLDE_TARGET
