// The heart of detection, for those who have the bytes already; detect_format() is in formats.hpp.
#pragma once

#include <optional>
#include <string_view>

#include "frontends/formats/formats.hpp"

namespace isolde {

// By a file's first bytes, decompressed; nothing if they are in no format. What can be read as DBCop bincode
// is that, whatever its first bytes look like.
[[nodiscard]] std::optional<Format> format_in(std::string_view head);

}  // namespace isolde
