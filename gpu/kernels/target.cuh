// The same kernel text for two compilers. nvcc makes device code of it; any other compiler makes functions
// that gpu/host_executor.hpp runs, each thread of a block a fiber. Everything in this folder is written in
// the common part of both: CUDA's names for threads, blocks, barriers, ballots and atomics, and the macros
// below. A ballot is the only warp intrinsic that the host knows.
//
// ISOLDE_LOAD and ISOLDE_STORE are for cells that threads of other blocks may touch in the same launch.
// Volatile accesses of 32 bits are relaxed atomic ones in PTX (ISA, "Memory consistency model"): defined,
// never torn, and in no order. On the host one fiber runs at a time, and nothing can get between.
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
#define ISOLDE_LOAD(cell) (*static_cast<const volatile std::uint32_t*>(&(cell)))
#define ISOLDE_STORE(cell, value) (*static_cast<volatile std::uint32_t*>(&(cell)) = (value))
#else
#include "gpu/host_executor.hpp"
#define ISOLDE_TARGET host
#define ISOLDE_KERNEL void
#define ISOLDE_DEVICE inline
#define ISOLDE_SHARED(type, name, count) const SharedArray<type> name = shared_array<type>(count, __LINE__)
#define ISOLDE_LOAD(cell) (cell)
#define ISOLDE_STORE(cell, value) ((cell) = (value))
#endif

namespace isolde::ISOLDE_TARGET {

using Word = std::uint32_t;  // of a row of bits; what an atomic operation and a bank of shared memory take
constexpr std::uint32_t kWordBits = 32;
constexpr Word kAllBits = ~Word{0};

// What the tests break on purpose, one kernel at a time, to see that they notice. Kernels take one of these
// as a template argument and ask it by the two constants below.
enum class Kernel : std::uint8_t {
  kNone,
  kCloseLevel,
  kSweepColumns,
  kJoinBatch,
  kFindLoop,
  kFindBlocked,
  kAppendImplied,
  kCountOpenEdges,
  kClosePivots,
  kClosePivotRows,
  kCopyColumn,
  kJoinPivotRows,
  kSquare,
};
enum class Fault : std::uint8_t { kOffByOne, kNoBarrier };

template <Kernel kernel, Fault fault>
struct Broken {
  static constexpr Kernel kKernel = kernel;
  static constexpr Fault kFault = fault;
};
using Intact = Broken<Kernel::kNone, Fault::kOffByOne>;

// How much too early a loop ends.
template <class Mutation, Kernel kernel>
constexpr std::uint32_t kOffByOne =
    Mutation::kKernel == kernel && Mutation::kFault == Fault::kOffByOne ? 1 : 0;
// Whether a barrier is left out.
template <class Mutation, Kernel kernel>
constexpr bool kSkipsBarrier = Mutation::kKernel == kernel && Mutation::kFault == Fault::kNoBarrier;

}  // namespace isolde::ISOLDE_TARGET
