#include "gpu/finders.hpp"
#include "gpu/host_device.hpp"
#include "gpu/kernel_finder.hpp"

namespace isolde {

// The model of costs is one of devices. Passes over all rows cost most where threads are fibers, so it never
// joins.
std::unique_ptr<CycleFinder> make_host_finder() {
  auto finder = std::make_unique<host::KernelFinder<host::HostDevice>>(host::HostDeviceOptions{});
  finder->set_ways({host::AcyclicWay::kByCost, host::UpdateWay::kCloseAnew});
  return finder;
}

}  // namespace isolde
