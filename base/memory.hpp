// How much memory the process has used so far, for reports, and how much the machine has left.
#pragma once

#include <cstddef>

namespace isolde {

// The largest resident size so far, in bytes; 0 where the system does not tell.
[[nodiscard]] std::size_t peak_memory_bytes();

// What can be allocated without pushing anything out of memory; the largest number where the system does not
// tell.
[[nodiscard]] std::size_t available_memory_bytes();

}  // namespace isolde
