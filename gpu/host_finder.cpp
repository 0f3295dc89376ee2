// make_host_finder() of gpu/finders.hpp: the kernels on the host executor.
#include "gpu/finders.hpp"
#include "gpu/host_device.hpp"
#include "gpu/kernel_finder.hpp"

namespace isolde {

// The cost model is one of devices. Where threads are fibers, passes over all rows cost most, so this finder
// never joins.
std::unique_ptr<CycleFinder> make_host_finder() {
  auto finder = std::make_unique<host::KernelFinder<host::HostDevice>>(host::HostDeviceOptions{});
  finder->set_ways({host::AcyclicWay::kByCost, host::UpdateWay::kCloseAnew});
  return finder;
}

}  // namespace isolde
