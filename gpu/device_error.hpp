// Any failure of a device. Thrown by devices, caught by KernelFinder; never leaves gpu/.
#pragma once

#include <stdexcept>

namespace isolde {

class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A launch that comes too late.
class DeadlineError : public DeviceError {
 public:
  DeadlineError() : DeviceError("the time limit was reached") {}
};

}  // namespace isolde
