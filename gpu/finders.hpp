// The finders of cycles that can prune in the place of the CPU.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "polygraph/cycle_finder.hpp"

namespace isolde {

// Runs the kernels on the host, which is slow; for tests.
[[nodiscard]] std::unique_ptr<CycleFinder> make_host_finder();

// The first CUDA device; null without one, and `why` says what is missing in one sentence.
[[nodiscard]] std::unique_ptr<CycleFinder> make_cuda_finder(std::string& why);

// Whether this program contains device code.
[[nodiscard]] bool is_built_with_cuda();

}  // namespace isolde
