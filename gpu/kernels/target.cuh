// The same kernel text for two compilers. nvcc makes device code of it; any other compiler makes functions that
// gpu/host_executor.hpp runs, each thread of a block a fiber. Everything in this folder is written in the common
// part of both: CUDA's names for threads, blocks, barriers and atomics, and the macros below. No warp
// intrinsics, since the host has no warps; what would be a ballot goes through shared memory.
//
// The two results live in different namespaces, so that one program can contain both.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define ISOLDE_TARGET cuda
#define ISOLDE_KERNEL __global__ void
#define ISOLDE_DEVICE __device__ inline
#define ISOLDE_SHARED(type, name, count) __shared__ type name[count]
#else
#include "gpu/host_executor.hpp"
#define ISOLDE_TARGET host
#define ISOLDE_KERNEL void
#define ISOLDE_DEVICE inline
#define ISOLDE_SHARED(type, name, count) const SharedArray<type> name = shared_array<type>(count, __LINE__)
#endif

namespace isolde::ISOLDE_TARGET {

using Word = std::uint32_t;  // of a row of bits; what an atomic operation and a bank of shared memory take
constexpr std::uint32_t kWordBits = 32;

// What the tests break on purpose, to see that they notice; kernels take one of these as a template argument.
struct Intact {
  static constexpr bool kSkipsBarrier = false;
  static constexpr std::uint32_t kOffByOne = 0;
};
struct WithoutBarrier {
  static constexpr bool kSkipsBarrier = true;
  static constexpr std::uint32_t kOffByOne = 0;
};
struct OffByOne {
  static constexpr bool kSkipsBarrier = false;
  static constexpr std::uint32_t kOffByOne = 1;
};

// Columns [first_word, first_word + width) * 32 of the closure of a graph: bit (i, j) says that i reaches j. All
// columns unless they do not fit.
struct Matrix {
  Word* words;
  std::uint32_t nodes;
  std::uint32_t first_word;
  std::uint32_t width;
};

ISOLDE_DEVICE std::size_t place(const Matrix& matrix, std::uint32_t row, std::uint32_t column) {
  return static_cast<std::size_t>(row) * matrix.width + column;
}
ISOLDE_DEVICE bool has_column(const Matrix& matrix, std::uint32_t node) {
  return node / kWordBits - matrix.first_word < matrix.width;  // wraps around if it lies before
}
// Requires has_column(matrix, to).
ISOLDE_DEVICE bool reaches(const Matrix& matrix, std::uint32_t from, std::uint32_t to) {
  const Word word = matrix.words[place(matrix, from, to / kWordBits - matrix.first_word)];
  return (word >> (to % kWordBits) & 1U) != 0;
}
// The bit of `node` in column word `column` of a row.
ISOLDE_DEVICE Word bit_in(const Matrix& matrix, std::uint32_t column, std::uint32_t node) {
  return node / kWordBits == matrix.first_word + column ? Word{1} << (node % kWordBits) : Word{0};
}

}  // namespace isolde::ISOLDE_TARGET
