// Any failure of a device. Thrown by devices, caught by KernelFinder; never leaves gpu/.
#pragma once

#include <stdexcept>

namespace isolde {

class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace isolde
