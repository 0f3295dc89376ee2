// The closure of an acyclic graph, from the last nodes to the first: a node's row is the union of its
// successors' rows and bits (Purdom). Two shapes, by what the graph is like.
//
// Memory moved: edges * width words read, nodes * width written; operations: as many.
#pragma once

#include "gpu/kernels/target.cuh"

namespace isolde::ISOLDE_TARGET {

constexpr std::uint32_t kRowThreads = 128;

// Successors of node v: targets[begins[v] .. begins[v + 1]).
struct Graph {
  const std::uint32_t* begins;
  const std::uint32_t* targets;
};

// One level: nodes whose longest way to an end is equally long, so that none needs another's row. blockIdx.x is a
// node of the level, blockIdx.y a chunk of kRowThreads column words, one per thread. A block reads the list of
// successors once, piece by piece, into shared memory.
template <class Mutation>
ISOLDE_KERNEL close_level(Matrix matrix, Graph graph, const std::uint32_t* level) {
  ISOLDE_SHARED(std::uint32_t, piece, kRowThreads);
  const std::uint32_t node = level[blockIdx.x];
  const std::uint32_t column = blockIdx.y * blockDim.x + threadIdx.x;
  const std::uint32_t end = graph.begins[node + 1];
  Word row = 0;
  for (std::uint32_t begin = graph.begins[node]; begin < end; begin += blockDim.x) {
    const std::uint32_t left = end - begin - Mutation::kOffByOne;
    const std::uint32_t count = left < blockDim.x ? left : blockDim.x;
    if (threadIdx.x < count) piece[threadIdx.x] = graph.targets[begin + threadIdx.x];
    if constexpr (!Mutation::kSkipsBarrier) __syncthreads();
    if (column < matrix.width)
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = piece[i];
        row |= matrix.words[place(matrix, next, column)] | bit_in(matrix, column, next);
      }
    __syncthreads();
  }
  if (column < matrix.width) matrix.words[place(matrix, node, column)] = row;
}

// All levels in one launch, for graphs that are deep and thin (a launch per level would cost more than the
// level). A column of words depends on no other, so a thread takes one through all nodes, `order` having each
// node behind its successors, and nobody waits for anybody.
template <class Mutation>
ISOLDE_KERNEL sweep_columns(Matrix matrix, Graph graph, const std::uint32_t* order) {
  const std::uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= matrix.width) return;
  for (std::uint32_t i = 0; i < matrix.nodes - Mutation::kOffByOne; ++i) {
    const std::uint32_t node = order[i];
    Word row = 0;
    for (std::uint32_t at = graph.begins[node]; at < graph.begins[node + 1]; ++at) {
      const std::uint32_t next = graph.targets[at];
      row |= matrix.words[place(matrix, next, column)] | bit_in(matrix, column, next);
    }
    matrix.words[place(matrix, node, column)] = row;
  }
}

}  // namespace isolde::ISOLDE_TARGET
