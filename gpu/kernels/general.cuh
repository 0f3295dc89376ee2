// The closure of any graph, cycles included, from a matrix that has the bits of the edges: blocked Warshall,
// and repeated squaring. Both look at all nodes however few the edges, about nodes^3 / 32 operations
// (squaring: times the logarithm of the longest path), and know no windows. So they only serve comparison;
// pruning uses gpu/kernels/acyclic.cuh.
#pragma once

#include "gpu/kernels/target.cuh"

namespace isolde::ISOLDE_TARGET {

// Rows of `width` words, enough for all nodes.
struct Matrix {
  Word* words;
  std::uint32_t nodes;
  std::uint32_t width;
};

ISOLDE_DEVICE std::size_t place(const Matrix& matrix, std::uint32_t row, std::uint32_t column) {
  return static_cast<std::size_t>(row) * matrix.width + column;
}

constexpr std::uint32_t kTile = 32;  // nodes, and words: a tile of a matrix is 32 rows of 32 words, 4 KB

// --- Blocked Warshall. A step takes 32 nodes as middle ones, the pivots [32 * pivot, ...); four launches.

// 1. Ways between the pivots alone: one block, a thread per pivot.
template <class Mutation>
ISOLDE_KERNEL close_pivots(Matrix matrix, std::uint32_t pivot) {
  ISOLDE_SHARED(Word, rows, kTile);
  const std::uint32_t row = pivot * kTile + threadIdx.x;
  rows[threadIdx.x] = row < matrix.nodes ? matrix.words[place(matrix, row, pivot)] : Word{0};
  __syncthreads();
  for (std::uint32_t middle = 0; middle < kTile - kOffByOne<Mutation, Kernel::kClosePivots>; ++middle) {
    const Word own = rows[threadIdx.x];
    const Word through = (own >> middle & 1U) != 0 ? Word{rows[middle]} : Word{0};
    if constexpr (!kSkipsBarrier<Mutation, Kernel::kClosePivots>) __syncthreads();
    rows[threadIdx.x] = own | through;
    __syncthreads();
  }
  if (row < matrix.nodes) matrix.words[place(matrix, row, pivot)] = rows[threadIdx.x];
}

// 2. Whole rows of the pivots: threads (32 pivots x 32 columns) as one line of 1024, a block per 32 columns.
template <class Mutation>
ISOLDE_KERNEL close_pivot_rows(Matrix matrix, std::uint32_t pivot) {
  ISOLDE_SHARED(Word, tile, kTile * kTile);
  const std::uint32_t in_tile = threadIdx.x / kTile;
  const std::uint32_t row = pivot * kTile + in_tile;
  const std::uint32_t column = blockIdx.x * kTile + threadIdx.x % kTile;
  const bool is_inside = row < matrix.nodes && column < matrix.width;
  tile[threadIdx.x] = is_inside ? matrix.words[place(matrix, row, column)] : Word{0};
  if constexpr (!kSkipsBarrier<Mutation, Kernel::kClosePivotRows>) __syncthreads();
  // The pivots' own column was closed by the launch before; this one would write what it finds there.
  if (!is_inside || column == pivot) return;
  const Word pivots = matrix.words[place(matrix, row, pivot)];
  Word joined = tile[threadIdx.x];
  for (std::uint32_t i = 0; i < kTile - kOffByOne<Mutation, Kernel::kClosePivotRows>; ++i)
    if ((pivots >> i & 1U) != 0) joined |= tile[i * kTile + threadIdx.x % kTile];
  matrix.words[place(matrix, row, column)] = joined;
}

// 3. Who reaches which pivots, before anybody's row changes.
template <class Mutation>
ISOLDE_KERNEL copy_column(Matrix matrix, std::uint32_t pivot, Word* column) {
  const std::uint32_t row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row + kOffByOne<Mutation, Kernel::kCopyColumn> < matrix.nodes)
    column[row] = matrix.words[place(matrix, row, pivot)];
}

// 4. All rows through the pivots: a block per 32 rows x 32 columns, the pivots' rows in shared memory.
template <class Mutation>
ISOLDE_KERNEL join_pivot_rows(Matrix matrix, std::uint32_t pivot, const Word* pivots_of) {
  ISOLDE_SHARED(Word, tile, kTile * kTile);
  const std::uint32_t in_tile = threadIdx.x / kTile;
  const std::uint32_t source = pivot * kTile + in_tile;
  const std::uint32_t row = blockIdx.x * kTile + in_tile;
  const std::uint32_t column = blockIdx.y * kTile + threadIdx.x % kTile;
  tile[threadIdx.x] =
      source < matrix.nodes && column < matrix.width ? matrix.words[place(matrix, source, column)] : Word{0};
  if constexpr (!kSkipsBarrier<Mutation, Kernel::kJoinPivotRows>) __syncthreads();
  // Pivots have their rows already.
  if (row >= matrix.nodes || column >= matrix.width || row / kTile == pivot) return;
  const Word pivots = pivots_of[row];
  Word joined = matrix.words[place(matrix, row, column)];
  for (std::uint32_t i = 0; i < kTile - kOffByOne<Mutation, Kernel::kJoinPivotRows>; ++i)
    if ((pivots >> i & 1U) != 0) joined |= tile[i * kTile + threadIdx.x % kTile];
  matrix.words[place(matrix, row, column)] = joined;
}

// --- Repeated squaring: `result` = ways of `matrix` joined with two of them in a row, a block per 32 x 32
// words. *changed becomes 1 if there is anything new.
template <class Mutation>
ISOLDE_KERNEL square(Matrix matrix, Matrix result, std::uint32_t* changed) {
  ISOLDE_SHARED(Word, middles, kTile);
  ISOLDE_SHARED(Word, tile, kTile * kTile);
  const std::uint32_t in_tile = threadIdx.x / kTile;
  const std::uint32_t row = blockIdx.x * kTile + in_tile;
  const std::uint32_t column = blockIdx.y * kTile + threadIdx.x % kTile;
  const bool is_inside = row < matrix.nodes && column < matrix.width;
  const Word before = is_inside ? matrix.words[place(matrix, row, column)] : Word{0};
  Word joined = before;
  for (std::uint32_t step = 0; step + kOffByOne<Mutation, Kernel::kSquare> < matrix.width; ++step) {
    const std::uint32_t middle = step * kTile + in_tile;
    tile[threadIdx.x] = middle < matrix.nodes && column < matrix.width
                            ? matrix.words[place(matrix, middle, column)]
                            : Word{0};
    if (threadIdx.x % kTile == 0)
      middles[in_tile] = row < matrix.nodes ? matrix.words[place(matrix, row, step)] : Word{0};
    if constexpr (!kSkipsBarrier<Mutation, Kernel::kSquare>) __syncthreads();
    const Word through = middles[in_tile];
    for (std::uint32_t i = 0; i < kTile; ++i)
      if ((through >> i & 1U) != 0) joined |= tile[i * kTile + threadIdx.x % kTile];
    __syncthreads();
  }
  if (!is_inside) return;
  result.words[place(result, row, column)] = joined;
  if (joined != before) atomicMax(changed, 1U);
}

}  // namespace isolde::ISOLDE_TARGET
