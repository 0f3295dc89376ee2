#include "gpu/finders.hpp"
#include "gpu/host_device.hpp"
#include "gpu/kernel_finder.hpp"

namespace isolde {

std::unique_ptr<CycleFinder> make_host_finder() {
  return std::make_unique<host::KernelFinder<host::HostDevice>>(host::HostDeviceOptions{});
}

}  // namespace isolde
