// The CUDA device: the only file that knows CUDA's runtime. The kernels are those of gpu/kernels, compiled for the
// device; their order of launches is that of gpu/kernel_closure.hpp and gpu/kernel_finder.hpp.
//
// Two streams: kernels run in one, copies to the device in the other. Data is only ever copied to buffers that are
// new, so copies need not wait for kernels; a launch waits for the copies before it. Every error, whichever call
// it comes from, becomes a DeviceError, and with it the CPU's turn.
#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <cuda_runtime.h>

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

class CudaDevice {
 public:
  template <class T>
  class Buffer {
   public:
    Buffer() = default;
    explicit Buffer(std::size_t count) : count_(count) {
      check(cudaMalloc(&cells_, std::max<std::size_t>(1, count) * sizeof(T)));
    }
    ~Buffer() { cudaFree(cells_); }
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

  CudaDevice() {
    int devices = 0;
    check(cudaGetDeviceCount(&devices));
    if (devices == 0) throw DeviceError("CUDA: no device");
    check(cudaSetDevice(0));
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    name_ = std::string("CUDA device ") + properties.name;
    check(cudaStreamCreateWithFlags(&kernels_, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming));
  }
  ~CudaDevice() {
    cudaEventDestroy(copied_);
    cudaStreamDestroy(copies_);
    cudaStreamDestroy(kernels_);
  }
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  template <class T>
  [[nodiscard]] Buffer<T> allocate(std::size_t count) {
    return Buffer<T>(count);
  }
  template <class T>
  [[nodiscard]] Buffer<T> copy_of(std::span<const T> items) {
    Buffer<T> buffer(items.size());
    check(cudaMemcpyAsync(buffer.data(), items.data(), items.size_bytes(), cudaMemcpyHostToDevice, copies_));
    has_copies_ = true;
    return buffer;
  }
  template <class T>
  void fill(Buffer<T>& buffer, unsigned char byte) {
    wait_for_copies();
    check(cudaMemsetAsync(buffer.data(), byte, buffer.size() * sizeof(T), kernels_));
  }
  template <class T>
  void download(const Buffer<T>& buffer, std::span<T> target) {
    wait_for_copies();
    check(cudaMemcpyAsync(target.data(), buffer.data(), target.size_bytes(), cudaMemcpyDeviceToHost, kernels_));
    check(cudaStreamSynchronize(kernels_));
  }
  template <class... Parameters, class... Arguments>
  void launch(Dimensions grid, std::uint32_t threads, void (*kernel)(Parameters...), Arguments... arguments) {
    wait_for_copies();
    kernel<<<dim3(grid.x, grid.y), threads, 0, kernels_>>>(static_cast<Parameters>(arguments)...);
    check(cudaGetLastError());
  }

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
    check(cudaEventRecord(copied_, copies_));
    check(cudaStreamWaitEvent(kernels_, copied_, 0));
  }

  std::string name_;
  cudaStream_t kernels_ = nullptr;
  cudaStream_t copies_ = nullptr;
  cudaEvent_t copied_ = nullptr;
  bool has_copies_ = false;
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
