// The host in the place of a device: buffers are vectors, launches go to the HostExecutor. It can be told to
// have little memory and to fail at some launch, for tests of what happens then. Buffers must not outlive it.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/device_error.hpp"
#include "gpu/host_executor.hpp"

namespace isolde::host {

struct HostDeviceOptions {
  ExecutorMode mode;
  std::size_t memory_bytes = std::size_t{4} << 30;                           // all buffers together
  std::size_t most_reported_free = std::numeric_limits<std::size_t>::max();  // free_bytes() is at most this
  std::size_t launches_until_failure = std::numeric_limits<std::size_t>::max();
};

class HostDevice {
 public:
  template <class T>
  class Buffer {
   public:
    Buffer() = default;
    // Cells begin as garbage, as on a device. `used` is the device's count of bytes.
    Buffer(std::size_t count, std::size_t& used) : cells_(count), used_(&used) {
      if (count > 0) std::memset(cells_.data(), 0xcd, bytes());
      used += bytes();
    }
    ~Buffer() {
      if (used_ != nullptr) *used_ -= bytes();
    }
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
      swap(other);
      return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    [[nodiscard]] T* data() { return cells_.data(); }
    [[nodiscard]] const T* data() const { return cells_.data(); }
    [[nodiscard]] std::size_t size() const { return cells_.size(); }

   private:
    [[nodiscard]] std::size_t bytes() const { return cells_.size() * sizeof(T); }
    void swap(Buffer& other) {
      std::swap(cells_, other.cells_);
      std::swap(used_, other.used_);
    }
    std::vector<T> cells_;
    std::size_t* used_ = nullptr;
  };

  explicit HostDevice(HostDeviceOptions options) : options_(options), executor_(options.mode) {}

  template <class T>
  [[nodiscard]] Buffer<T> allocate(std::size_t count) {
    if (count * sizeof(T) > options_.memory_bytes - used_) throw DeviceError("out of memory");
    return Buffer<T>(count, used_);
  }
  template <class T>
  [[nodiscard]] Buffer<T> copy_of(std::span<const T> items) {
    Buffer<T> buffer = allocate<T>(items.size());
    std::copy(items.begin(), items.end(), buffer.data());
    return buffer;
  }
  template <class T>
  void fill(Buffer<T>& buffer, unsigned char byte) {
    if (buffer.size() > 0) std::memset(buffer.data(), byte, buffer.size() * sizeof(T));
  }
  // Copies cells from `begin` on.
  template <class T>
  void download(const Buffer<T>& buffer, std::span<T> target, std::size_t begin = 0) {
    std::copy(buffer.data() + begin, buffer.data() + begin + target.size(), target.begin());
  }
  template <class... Parameters, class... Arguments>
  void launch(Dimensions grid, std::uint32_t threads, void (*kernel)(Parameters...), Arguments... arguments) {
    if (options_.launches_until_failure-- == 0) throw DeviceError("a launch failed, as it was told to");
    if (grid.x == 0 || grid.x > kMostBlocks || grid.y == 0 || grid.y > kMostBlocksUp || threads == 0 ||
        threads > kMostThreads)
      throw DeviceError("invalid configuration argument");
    if (!executor_.run(
            grid, threads, [&] { kernel(arguments...); }, deadline_))
      throw DeadlineError();
  }
  // After the deadline launches fail.
  void set_deadline(const Deadline& deadline) { deadline_ = deadline; }

  [[nodiscard]] std::size_t free_bytes() const {
    return std::min(options_.memory_bytes - used_, options_.most_reported_free);
  }
  [[nodiscard]] std::string name() const { return "kernels on the host"; }
  [[nodiscard]] const std::string& complaint() const { return executor_.complaint(); }

 private:
  // The largest launch that every CUDA device takes; a larger or an empty one fails.
  static constexpr std::uint32_t kMostBlocks = 0x7fffffff;
  static constexpr std::uint32_t kMostBlocksUp = 0xffff;
  static constexpr std::uint32_t kMostThreads = 1024;

  HostDeviceOptions options_;
  std::size_t used_ = 0;  // bytes of buffers
  HostExecutor executor_;
  Deadline deadline_{std::nullopt};
};

}  // namespace isolde::host
