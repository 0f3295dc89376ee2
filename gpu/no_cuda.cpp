// Stands in for gpu/cuda_device.cu in builds without CUDA: there is no device, and the reason says so.
#ifndef ISOLDE_WITH_CUDA
#include "gpu/finders.hpp"

namespace isolde {

std::unique_ptr<CycleFinder> make_cuda_finder(std::string& why) {
  why = "this program was built without CUDA";
  return nullptr;
}

bool is_built_with_cuda() { return false; }

}  // namespace isolde
#endif
