// The same kernel text for two compilers. nvcc makes device code of it; any other compiler makes functions that
// gpu/host_executor.hpp runs, each thread of a block a fiber. Everything in this folder is written in the common
// part of both: CUDA's names for threads, blocks, barriers, ballots and atomics, and the macros below. A ballot is
// the only warp intrinsic that the host knows.
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
constexpr Word kAllBits = ~Word{0};

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

}  // namespace isolde::ISOLDE_TARGET
