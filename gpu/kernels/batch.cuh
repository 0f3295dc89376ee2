// A closure after a batch of new edges a -> b: whoever reaches a, and a itself, reaches b and what b reaches. One
// launch does that for every row and edge, with rows as it finds them; launches go on until one changes nothing.
// Then the matrix is closed: a way with new edges in it goes by old ones to the first new edge a -> b, and from b
// on has one new edge less. It is also right with cycles: the diagonal tells.
//
// A word is written by one thread only. Threads of other blocks may see it before or after; words only grow, so
// that who comes early sees it in the next launch, and the last launch, which writes nothing, sees everything.
//
// Costs nodes * batch looks per launch: for batches much smaller than the graph.
#pragma once

#include "gpu/kernels/acyclic.cuh"
#include "gpu/kernels/target.cuh"

namespace isolde::ISOLDE_TARGET {

// blockIdx.x is a row, blockIdx.y a chunk of column words. matrix.first_word is 0: all columns are there.
template <class Mutation>
ISOLDE_KERNEL join_batch(Matrix matrix, const std::uint32_t* from, const std::uint32_t* to, std::uint32_t count,
                         std::uint32_t* changed) {
  ISOLDE_SHARED(std::uint32_t, heads, kRowThreads);
  ISOLDE_SHARED(std::uint32_t, is_joined, kRowThreads);
  const std::uint32_t row = blockIdx.x;
  const std::uint32_t column = blockIdx.y * blockDim.x + threadIdx.x;
  const bool is_inside = column < matrix.width;
  const Word before = is_inside ? matrix.words[place(matrix, row, column)] : Word{0};
  Word joined = before;
  for (std::uint32_t begin = 0; begin + Mutation::kOffByOne < count; begin += blockDim.x) {
    const std::uint32_t at = begin + threadIdx.x;
    if (at + Mutation::kOffByOne < count) {
      heads[threadIdx.x] = to[at];
      is_joined[threadIdx.x] = row == from[at] || reaches(matrix, row, from[at]) ? 1U : 0U;
    }
    if constexpr (!Mutation::kSkipsBarrier) __syncthreads();
    for (std::uint32_t i = 0; is_inside && i < blockDim.x && begin + i + Mutation::kOffByOne < count; ++i) {
      if (is_joined[i] == 0) continue;
      const std::uint32_t head = heads[i];
      joined |= matrix.words[place(matrix, head, column)] | bit_in(matrix, column, head);
    }
    __syncthreads();
  }
  if (joined == before) return;
  matrix.words[place(matrix, row, column)] = joined;
  atomicMax(changed, 1U);
}

// *found becomes 1 if a node reaches itself.
template <class Mutation>
ISOLDE_KERNEL find_loop(Matrix matrix, std::uint32_t* found) {
  const std::uint32_t node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node + Mutation::kOffByOne < matrix.nodes && reaches(matrix, node, node)) atomicMax(found, 1U);
}

}  // namespace isolde::ISOLDE_TARGET
