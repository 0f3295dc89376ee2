// Runs kernels where there is no device: every thread of a block is a fiber (Boost.Context), a barrier
// switches to the next one, and blocks come one after the other. Slow, and only for tests and `--prune host`.
//
// Fibers of one block never run at the same time, so a missing barrier would often go unnoticed; three modes:
//   plain     blocks and threads in order;
//   shuffled  blocks, and threads anew after every barrier, in random order;
//   checking  shuffled, and every access to shared memory is recorded: two threads that touch the same cell
//             between two barriers, at least one of them writing and not both atomically, are a race. So are
//             cells read before anybody wrote them, and cells that do not exist.
// Of warps there are only ballots, and complaints about ballots that some of their threads never reach. What
// the memory model allows different blocks to see of each other is not modelled.
//
// The second half of this file is what kernels see: CUDA's names, in the namespace of the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "base/clock.hpp"

namespace isolde::host {

struct Dimensions {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
};

struct ExecutorMode {
  bool shuffled = false;
  bool checking = false;
  std::uint64_t seed = 1;
};

class HostExecutor {
 public:
  explicit HostExecutor(ExecutorMode mode);
  ~HostExecutor();
  HostExecutor(const HostExecutor&) = delete;
  HostExecutor& operator=(const HostExecutor&) = delete;

  // All threads of all blocks run `body`. False: the deadline came first, and blocks are missing.
  bool run(Dimensions grid, std::uint32_t threads, const std::function<void()>& body,
           const Deadline& deadline = Deadline(std::nullopt));

  // What checking found, in words; empty if nothing.
  [[nodiscard]] const std::string& complaint() const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// --- What kernels see.

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming): CUDA's
// names.
extern thread_local Dimensions threadIdx;
extern thread_local Dimensions blockIdx;
extern thread_local Dimensions blockDim;
void __syncthreads();
// One bit for each thread of the mask, by lane; all of them must come, and nothing is promised about memory.
std::uint32_t __ballot_sync(std::uint32_t mask, bool vote);
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

enum class Access : std::uint8_t { kRead, kWrite, kAtomic };
// The block's memory for the declaration in `line`; the same for all its threads.
std::byte* shared_memory(std::size_t bytes, int line);
// Whether the access may happen; false if there is no such cell, which is a finding.
bool note_access(const void* base, std::size_t index, std::size_t count, std::size_t cell_bytes,
                 Access access);

template <class T>
class SharedCell {
 public:
  SharedCell(T* base, std::size_t index, std::size_t count) : base_(base), index_(index), count_(count) {}
  // NOLINTBEGIN(google-explicit-constructor,google-runtime-operator): stands for a plain cell.
  // NOLINTBEGIN(misc-unconventional-assign-operator,bugprone-unhandled-self-assignment): and refers to one.
  operator T() const { return note(Access::kRead) ? base_[index_] : T{}; }
  const SharedCell& operator=(T value) const {
    if (note(Access::kWrite)) base_[index_] = value;
    return *this;
  }
  const SharedCell& operator=(const SharedCell& other) const { return *this = static_cast<T>(other); }
  const SharedCell& operator+=(T value) const { return *this = static_cast<T>(*this) + value; }
  SharedCell operator&() const { return *this; }
  // NOLINTEND(misc-unconventional-assign-operator,bugprone-unhandled-self-assignment)
  // NOLINTEND(google-explicit-constructor,google-runtime-operator)
  [[nodiscard]] T* atomic() const { return note(Access::kAtomic) ? base_ + index_ : nullptr; }

  SharedCell(const SharedCell&) = default;

 private:
  [[nodiscard]] bool note(Access access) const {
    return note_access(base_, index_, count_, sizeof(T), access);
  }
  T* base_;
  std::size_t index_;
  std::size_t count_;
};

template <class T>
class SharedArray {
 public:
  SharedArray(T* base, std::size_t count) : base_(base), count_(count) {}
  SharedCell<T> operator[](std::size_t index) const { return {base_, index, count_}; }

 private:
  T* base_;
  std::size_t count_;
};

template <class T>
SharedArray<T> shared_array(std::size_t count, int line) {
  static_assert(std::is_trivial_v<T>);
  return {reinterpret_cast<T*>(shared_memory(count * sizeof(T), line)), count};
}

// Fibers are never interrupted, so an atomic operation is an ordinary one. Each returns what was there.
template <class T, class Change>
T atomically(T* cell, Change&& change) {
  if (cell == nullptr) return T{};
  const T before = *cell;
  *cell = change(before);
  return before;
}
// NOLINTBEGIN(readability-identifier-naming): CUDA's names.
inline std::uint32_t atomicAdd(std::uint32_t* cell, std::uint32_t value) {
  return atomically(cell, [&](std::uint32_t old) { return old + value; });
}
inline std::uint32_t atomicMax(std::uint32_t* cell, std::uint32_t value) {
  return atomically(cell, [&](std::uint32_t old) { return old < value ? value : old; });
}
inline std::uint32_t atomicMin(SharedCell<std::uint32_t> cell, std::uint32_t value) {
  return atomically(cell.atomic(), [&](std::uint32_t old) { return value < old ? value : old; });
}
// NOLINTEND(readability-identifier-naming)

}  // namespace isolde::host
