// Detection of a format from bytes that are in memory already; detect_format() in formats.hpp opens the
// input.
#pragma once

#include <optional>
#include <string_view>

#include "frontends/formats/formats.hpp"

namespace isolde {

// By a file's first bytes, decompressed; nothing if they are in no format. Bytes that can be read as DBCop
// bincode are DBCop bincode, whatever they look like otherwise.
[[nodiscard]] std::optional<Format> format_in(std::string_view head);

}  // namespace isolde
