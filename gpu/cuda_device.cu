// The CUDA device: the only file that knows CUDA's runtime. The kernels are those of gpu/kernels, compiled
// for the device; their order of launches is that of gpu/kernel_closure.hpp and gpu/kernel_finder.hpp.
//
// Two streams: kernels run in one, copies to the device in the other. Data is only ever copied to buffers
// that are new (and memory is given up only when nobody uses it any more), so copies need not wait for
// kernels; a launch waits for the copies before it. So constraints are packed and sent while the known graph
// is being closed. Every error, whichever call it comes from, becomes a DeviceError; then the CPU prunes
// instead.
#include <algorithm>
#include <cstring>
#include <cuda_runtime.h>
#include <span>
#include <string>
#include <utility>

#include "base/clock.hpp"
#include "gpu/dense_closure.hpp"
#include "gpu/device_error.hpp"
#include "gpu/finders.hpp"
#include "gpu/kernel_finder.hpp"

namespace isolde::cuda {
namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // errors that do not stick are forgotten
  throw DeviceError(std::string("CUDA: ") + cudaGetErrorString(error));
}

struct Dimensions {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
};

// Makes the first device this thread's, and returns its name.
std::string wake_device() {
  int devices = 0;
  check(cudaGetDeviceCount(&devices));
  if (devices == 0) throw DeviceError("CUDA: no device");
  check(cudaSetDevice(0));
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0));
  return std::string("CUDA device ") + properties.name;
}

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(const Stream& stream) { check(cudaEventRecord(event_, stream.get())); }
  void wait() { check(cudaEventSynchronize(event_)); }
  void hold_up(const Stream& stream) { check(cudaStreamWaitEvent(stream.get(), event_, 0)); }

 private:
  cudaEvent_t event_ = nullptr;
};

// Pinned memory on the way to the device: only from there a copy is asynchronous for sure, and the caller may
// give up its own memory as soon as send() returns. One half fills while the other one is sent.
class Staging {
 public:
  Staging() { check(cudaMallocHost(&bytes_, 2 * kHalf)); }
  ~Staging() { cudaFreeHost(bytes_); }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  void send(void* target, const void* source, std::size_t bytes, const Stream& stream) {
    for (std::size_t at = 0; at < bytes; at += kHalf) {
      const std::size_t count = std::min(kHalf, bytes - at);
      unsigned char* const half = bytes_ + half_ * kHalf;
      sent_[half_].wait();  // never recorded: nothing to wait for
      std::memcpy(half, static_cast<const unsigned char*>(source) + at, count);
      check(cudaMemcpyAsync(static_cast<unsigned char*>(target) + at, half, count, cudaMemcpyHostToDevice,
                            stream.get()));
      sent_[half_].record(stream);
      half_ = 1 - half_;
    }
  }

 private:
  static constexpr std::size_t kHalf = std::size_t{4} << 20;
  unsigned char* bytes_ = nullptr;
  Event sent_[2];
  std::size_t half_ = 0;
};

// Pinned memory on the way back, for what is small.
class Receipt {
 public:
  static constexpr std::size_t kBytes = 64;
  Receipt() { check(cudaMallocHost(&bytes_, kBytes)); }
  ~Receipt() { cudaFreeHost(bytes_); }
  Receipt(const Receipt&) = delete;
  Receipt& operator=(const Receipt&) = delete;
  [[nodiscard]] void* data() const { return bytes_; }

 private:
  void* bytes_ = nullptr;
};

class CudaDevice {
 public:
  template <class T>
  class Buffer {
   public:
    Buffer() = default;
    explicit Buffer(std::size_t count) : count_(count) {
      check(cudaMalloc(&cells_, std::max<std::size_t>(1, count) * sizeof(T)));
    }
    // Waits for the work in both streams that may still use the memory.
    ~Buffer() {
      if (cells_ == nullptr) return;
      cudaDeviceSynchronize();
      cudaFree(cells_);
    }
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
      swap(other);
      return *this;
    }
    [[nodiscard]] T* data() { return cells_; }
    [[nodiscard]] const T* data() const { return cells_; }
    [[nodiscard]] std::size_t size() const { return count_; }

   private:
    void swap(Buffer& other) {
      std::swap(cells_, other.cells_);
      std::swap(count_, other.count_);
    }
    T* cells_ = nullptr;
    std::size_t count_ = 0;
  };

  template <class T>
  [[nodiscard]] Buffer<T> allocate(std::size_t count) {
    return Buffer<T>(count);
  }
  template <class T>
  [[nodiscard]] Buffer<T> copy_of(std::span<const T> items) {
    Buffer<T> buffer(items.size());
    staging_.send(buffer.data(), items.data(), items.size_bytes(), copies_);
    has_copies_ = true;
    return buffer;
  }
  template <class T>
  void fill(Buffer<T>& buffer, unsigned char byte) {
    wait_for_copies();
    check(cudaMemsetAsync(buffer.data(), byte, buffer.size() * sizeof(T), kernels_.get()));
  }
  // Copies cells from `begin` on to the host. Small amounts, like the status of a round, come by way of
  // pinned memory.
  template <class T>
  void download(const Buffer<T>& buffer, std::span<T> target, std::size_t begin = 0) {
    wait_for_copies();
    const std::size_t bytes = target.size_bytes();
    void* const arrival = bytes <= Receipt::kBytes ? receipt_.data() : target.data();
    check(cudaMemcpyAsync(arrival, buffer.data() + begin, bytes, cudaMemcpyDeviceToHost, kernels_.get()));
    check(cudaStreamSynchronize(kernels_.get()));
    if (arrival != target.data()) std::memcpy(target.data(), arrival, bytes);
  }
  template <class... Parameters, class... Arguments>
  void launch(Dimensions grid, std::uint32_t threads, void (*kernel)(Parameters...), Arguments... arguments) {
    if (deadline_.expired()) throw DeadlineError();
    wait_for_copies();
    kernel<<<dim3(grid.x, grid.y), threads, 0, kernels_.get()>>>(static_cast<Parameters>(arguments)...);
    check(cudaGetLastError());
  }

  // After the deadline launches fail.
  void set_deadline(const Deadline& deadline) { deadline_ = deadline; }

  [[nodiscard]] std::size_t free_bytes() const {
    std::size_t free = 0;
    std::size_t all = 0;
    check(cudaMemGetInfo(&free, &all));
    return free;
  }
  [[nodiscard]] std::string name() const { return name_; }

 private:
  void wait_for_copies() {
    if (!std::exchange(has_copies_, false)) return;
    copied_.record(copies_);
    copied_.hold_up(kernels_);
  }

  std::string name_ = wake_device();  // first, so that the others are made there
  Stream kernels_;
  Stream copies_;
  Event copied_;
  Staging staging_;
  Receipt receipt_;
  bool has_copies_ = false;
  Deadline deadline_{std::nullopt};
};

}  // namespace
}  // namespace isolde::cuda

namespace isolde {

std::unique_ptr<CycleFinder> make_cuda_finder(std::string& why) {
  try {
    return std::make_unique<cuda::KernelFinder<cuda::CudaDevice>>();
  } catch (const DeviceError& error) {
    why = error.what();
  }
  return nullptr;
}

bool is_built_with_cuda() { return true; }

// Kernels that pruning does not need are compiled, too, so that their figures are known and errors show.
namespace cuda {

template class DenseClosure<CudaDevice>;

}  // namespace cuda

}  // namespace isolde
