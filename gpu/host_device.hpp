// The host in the place of a device: buffers are vectors, launches go to the HostExecutor. It can be told to
// have little memory and to fail at some launch, for tests of what happens then.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "gpu/device_error.hpp"
#include "gpu/host_executor.hpp"

namespace isolde::host {

struct HostDeviceOptions {
  ExecutorMode mode;
  std::size_t memory_bytes = std::size_t{4} << 30;
  std::size_t launches_until_failure = std::numeric_limits<std::size_t>::max();
};

class HostDevice {
 public:
  template <class T>
  class Buffer {
   public:
    Buffer() = default;
    // What a device has not written is garbage.
    explicit Buffer(std::size_t count) : cells_(count) {
      if (count > 0) std::memset(cells_.data(), 0xcd, count * sizeof(T));
    }
    [[nodiscard]] T* data() { return cells_.data(); }
    [[nodiscard]] const T* data() const { return cells_.data(); }
    [[nodiscard]] std::size_t size() const { return cells_.size(); }

   private:
    std::vector<T> cells_;
  };

  explicit HostDevice(HostDeviceOptions options) : options_(options), executor_(options.mode) {}

  template <class T>
  [[nodiscard]] Buffer<T> allocate(std::size_t count) {
    if (count * sizeof(T) > options_.memory_bytes) throw DeviceError("out of memory");
    return Buffer<T>(count);
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
  template <class T>
  void download(const Buffer<T>& buffer, std::span<T> target) {
    std::copy(buffer.data(), buffer.data() + target.size(), target.begin());
  }
  template <class... Parameters, class... Arguments>
  void launch(Dimensions grid, std::uint32_t threads, void (*kernel)(Parameters...), Arguments... arguments) {
    if (options_.launches_until_failure-- == 0) throw DeviceError("a launch failed, as it was told to");
    executor_.run(grid, threads, [&] { kernel(arguments...); });
  }

  [[nodiscard]] std::size_t free_bytes() const { return options_.memory_bytes; }
  [[nodiscard]] std::string name() const { return "kernels on the host"; }
  [[nodiscard]] const std::string& complaint() const { return executor_.complaint(); }

 private:
  HostDeviceOptions options_;
  HostExecutor executor_;
};

}  // namespace isolde::host
