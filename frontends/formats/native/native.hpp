// Isolde's own format: JSON Lines, one transaction a line, plain or compressed with zstd (docs/formats.md).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

// Streams; whether the file is compressed follows from its first bytes.
[[nodiscard]] Result<History> read_native(InputFile input, const ReadOptions& options);

// The same from memory; `name` stands for the file in places and errors.
[[nodiscard]] Result<History> read_native_text(std::string_view text, const std::string& name);

// Compressed if the path ends in ".zst". Refuses what the format cannot say, before it writes anything.
[[nodiscard]] Result<void> write_native(const History& history, const std::string& path);
[[nodiscard]] Result<std::string> write_native_text(const History& history);

}  // namespace isolde
