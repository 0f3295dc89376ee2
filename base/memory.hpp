// What the process has used so far, for reports.
#pragma once

#include <cstddef>

namespace isolde {

// The largest resident size so far, in bytes; 0 where the system does not tell.
[[nodiscard]] std::size_t peak_memory_bytes();

}  // namespace isolde
