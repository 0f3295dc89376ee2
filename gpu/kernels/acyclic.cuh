// The closure of an acyclic graph, from the last nodes to the first: a node's row is the union of its
// successors' rows and bits (Purdom). Two shapes, by what the graph is like.
//
// Memory moved, in words of a row: one read per edge, one written per node; operations: as many.
#pragma once

#include "gpu/kernels/rows.cuh"

namespace isolde::ISOLDE_TARGET {

constexpr std::uint32_t kRowThreads = 128;  // occupancy by registers: docs/gpu.md; speed was not measured

// Successors of node v: targets[begins[v] .. begins[v + 1]).
struct Graph {
  const std::uint32_t* begins;
  const std::uint32_t* targets;
};

// One level: nodes whose longest way to an end is equally long, so that none needs another's row. blockIdx.x
// is a node of the level, blockIdx.y a chunk of kRowThreads words of its row, one per thread. A block reads
// the list of successors once, piece by piece, into shared memory.
template <class Mutation>
ISOLDE_KERNEL close_level(Rows rows, Graph graph, const std::uint32_t* level) {
  ISOLDE_SHARED(std::uint32_t, piece, kRowThreads);
  const std::uint32_t node = level[blockIdx.x];
  const DeviceRow own = rows.rows[node];
  if (blockIdx.y * blockDim.x >= stored_words(own)) return;  // the whole block
  const std::uint32_t at = blockIdx.y * blockDim.x + threadIdx.x;
  const bool is_inside = at < stored_words(own);
  const std::uint32_t block = is_inside ? block_of(rows, own, at) : 0;
  const std::uint32_t end = graph.begins[node + 1];
  Word word = bits_by_time(own, block);
  for (std::uint32_t begin = graph.begins[node]; begin < end; begin += blockDim.x) {
    const std::uint32_t left = end - begin - kOffByOne<Mutation, Kernel::kCloseLevel>;
    const std::uint32_t count = left < blockDim.x ? left : blockDim.x;
    if (threadIdx.x < count) piece[threadIdx.x] = graph.targets[begin + threadIdx.x];
    if constexpr (!kSkipsBarrier<Mutation, Kernel::kCloseLevel>) __syncthreads();
    if (is_inside)
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = piece[i];
        word |= word_of(rows, rows.rows[next], block) | bit_in(block, next);
      }
    __syncthreads();
  }
  if (is_inside) rows.words[own.words + at] = word;
}

// All levels in one launch, for graphs that are deep and thin (a launch per level would cost more than the
// level). A column of words depends on no other, so a thread takes one through all nodes, `order` having each
// node behind its successors, and nobody waits for anybody.
template <class Mutation>
ISOLDE_KERNEL sweep_columns(Rows rows, Graph graph, const std::uint32_t* order) {
  const std::uint32_t block = rows.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (block >= rows.end) return;
  for (std::uint32_t i = 0; i < rows.nodes - kOffByOne<Mutation, Kernel::kSweepColumns>; ++i) {
    const std::uint32_t node = order[i];
    const DeviceRow own = rows.rows[node];
    const std::size_t at = place(rows, own, block);
    if (at == kAbsent) continue;
    Word word = bits_by_time(own, block);
    for (std::uint32_t edge = graph.begins[node]; edge < graph.begins[node + 1]; ++edge) {
      const std::uint32_t next = graph.targets[edge];
      word |= word_of(rows, rows.rows[next], block) | bit_in(block, next);
    }
    rows.words[at] = word;
  }
}

}  // namespace isolde::ISOLDE_TARGET
