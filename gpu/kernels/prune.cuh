// The cycle rule of pruning: a literal with an edge that closes a cycle with known ones is impossible.
//
// A block takes a run of constraints (variables, two literals each), a thread an edge of them. Threads vote
// through shared memory for the first edge of each literal that closes a cycle (a ballot, if a literal were
// always a warp). Then a thread per constraint appends what is decided to one list, whose place it draws from an
// atomic counter; so the list has no order, and only it goes back to the host.
//
// If the closure comes in several blocks of columns, an edge is looked at when the column of its tail is there;
// `blocking` keeps the votes from one launch to the next, and the last one decides.
#pragma once

#include "gpu/kernels/target.cuh"

namespace isolde::ISOLDE_TARGET {

constexpr std::uint32_t kPruneThreads = 128;
constexpr std::uint32_t kMostConstraints = 64;  // of a block
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

template <class Mutation>
ISOLDE_KERNEL find_blocked(Matrix matrix, Constraints constraints, std::uint32_t* blocking, bool is_last,
                           Decided* decided, std::uint32_t* count) {
  ISOLDE_SHARED(std::uint32_t, votes, 2 * kMostConstraints);
  const std::uint32_t first = 2 * constraints.runs[blockIdx.x];
  const std::uint32_t end = 2 * constraints.runs[blockIdx.x + 1];
  for (std::uint32_t i = threadIdx.x; i < end - first; i += blockDim.x) votes[i] = blocking[first + i];
  __syncthreads();
  const std::uint32_t last = constraints.begins[end];
  for (std::uint32_t at = constraints.begins[first] + threadIdx.x; at + Mutation::kOffByOne < last;
       at += blockDim.x) {
    const std::uint32_t from = constraints.from[at];
    const std::uint32_t to = constraints.to[at];
    if (!has_column(matrix, from)) continue;
    if (from == to || reaches(matrix, to, from)) atomicMin(&votes[constraints.literals[at] - first], at);
  }
  if constexpr (!Mutation::kSkipsBarrier) __syncthreads();
  if (!is_last) {
    for (std::uint32_t i = threadIdx.x; i < end - first; i += blockDim.x) blocking[first + i] = votes[i];
    return;
  }
  for (std::uint32_t i = threadIdx.x; 2 * i < end - first; i += blockDim.x) {
    const std::uint32_t against_first = votes[2 * i];
    const std::uint32_t against_second = votes[2 * i + 1];
    if (against_first == kNothing && against_second == kNothing) continue;
    decided[atomicAdd(count, 1U)] = {first / 2 + i, against_first, against_second};
  }
}

// How many edges of the constraints reachability does not imply: a thread per edge, summed up per block.
template <class Mutation>
ISOLDE_KERNEL count_open_edges(Matrix matrix, const std::uint32_t* from, const std::uint32_t* to,
                               std::uint32_t edges, std::uint32_t* count) {
  ISOLDE_SHARED(std::uint32_t, sums, kPruneThreads);
  const std::uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  const bool is_open = at + Mutation::kOffByOne < edges && has_column(matrix, to[at]) &&
                       !reaches(matrix, from[at], to[at]);
  sums[threadIdx.x] = is_open ? 1U : 0U;
  __syncthreads();
  for (std::uint32_t half = kPruneThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    if constexpr (!Mutation::kSkipsBarrier) __syncthreads();
  }
  if (threadIdx.x == 0 && sums[0] != 0) atomicAdd(count, sums[0]);
}

}  // namespace isolde::ISOLDE_TARGET
