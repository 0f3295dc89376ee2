// File names as people sort them: runs of digits compare by their number, so T2 stands before T10. A total
// order: names that differ only in leading zeros fall back to the order of their bytes.
#pragma once

#include <string_view>

namespace isolde {

[[nodiscard]] bool naturally_before(std::string_view a, std::string_view b);

}  // namespace isolde
