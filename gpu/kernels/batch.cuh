// A closure after a batch of new edges a -> b: whoever reaches a, and a itself, reaches b and what b reaches.
// One launch does that for every row and edge, with rows as it finds them; launches go on until one changes
// nothing. Then the rows are closed: a way with new edges in it goes by old ones to the first new edge a ->
// b, and from b on has one new edge less. With a cycle somebody's own bit is set in the end. Without windows
// that is plain. With windows a row has no place for nodes that end before its own starts. But if v gets to
// such a w from the head b of a new edge, w reaches v by time; b, which reaches w, then has v's bit, too,
// where it has one for it (whatever gave b the bit of w gave it those that w reaches by time), or has v by
// time. And v's row has one for v.
//
// A word is written by one thread only. Threads of other blocks may see it before or after; words only grow,
// so that a thread that reads too early sees the new word in the next launch, and the last launch, which
// writes nothing, sees everything.
//
// Until then rows lack bits, but have no wrong ones: what pruning concludes from them holds. So the host does
// not wait for the last launch (a "pass"): some are launched in advance, those after one that changed nothing
// do nothing, and JoinStatus says afterwards whether they were enough.
//
// Costs nodes * batch looks per launch: for batches much smaller than the graph.
#pragma once

#include "gpu/kernels/acyclic.cuh"
#include "gpu/kernels/rows.cuh"

namespace isolde::ISOLDE_TARGET {

// Edges, tails and heads apart.
struct Batch {
  const std::uint32_t* from;
  const std::uint32_t* to;
  std::uint32_t count;
};

struct JoinStatus {
  std::uint32_t changed;  // the last pass that changed anything; passes are numbered from 1
  std::uint32_t loops;    // not 0: a node reaches itself
};

// blockIdx.x is a row, blockIdx.y a chunk of its words. All columns are there. Does nothing if pass `after`
// changed nothing; 0: runs in any case.
template <class Mutation>
ISOLDE_KERNEL join_batch(Rows rows, Batch batch, std::uint32_t pass, std::uint32_t after,
                         JoinStatus* status) {
  constexpr std::uint32_t kMissed = kOffByOne<Mutation, Kernel::kJoinBatch>;
  ISOLDE_SHARED(std::uint32_t, heads, kRowThreads);
  ISOLDE_SHARED(std::uint32_t, is_joined, kRowThreads);
  // The same for all threads: this launch only sets it to `pass`, and only if it is `after` or more.
  if (ISOLDE_LOAD(status->changed) < after) return;
  const std::uint32_t node = blockIdx.x;
  const DeviceRow own = rows.rows[node];
  if (blockIdx.y * blockDim.x >= stored_words(own)) return;  // the whole block
  const std::uint32_t place_in_row = blockIdx.y * blockDim.x + threadIdx.x;
  const bool is_inside = place_in_row < stored_words(own);
  const std::uint32_t block = is_inside ? block_of(rows, own, place_in_row) : 0;
  const Word before = is_inside ? rows.words[own.words + place_in_row] : Word{0};
  Word joined = before;
  for (std::uint32_t begin = 0; begin + kMissed < batch.count; begin += blockDim.x) {
    const std::uint32_t at = begin + threadIdx.x;
    if (at + kMissed < batch.count) {
      const std::uint32_t tail = batch.from[at];
      heads[threadIdx.x] = batch.to[at];
      is_joined[threadIdx.x] = node == tail || reaches<During::kGrowth>(rows, node, tail) ? 1U : 0U;
    }
    if constexpr (!kSkipsBarrier<Mutation, Kernel::kJoinBatch>) __syncthreads();
    for (std::uint32_t i = 0; is_inside && i < blockDim.x && begin + i + kMissed < batch.count; ++i) {
      if (is_joined[i] == 0) continue;
      const std::uint32_t head = heads[i];
      joined |= word_of<During::kGrowth>(rows, rows.rows[head], block) | bit_in(block, head);
    }
    __syncthreads();
  }
  if (joined == before) return;
  ISOLDE_STORE(rows.words[own.words + place_in_row], joined);
  atomicMax(&status->changed, pass);
}

template <class Mutation>
ISOLDE_KERNEL find_loop(Rows rows, JoinStatus* status) {
  const std::uint32_t node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node + kOffByOne<Mutation, Kernel::kFindLoop> < rows.nodes && reaches(rows, node, node))
    atomicMax(&status->loops, 1U);
}

}  // namespace isolde::ISOLDE_TARGET
