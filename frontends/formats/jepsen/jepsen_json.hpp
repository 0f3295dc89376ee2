// Jepsen / Elle histories in JSON: one array of operation maps, one such map a line, or an object whose
// member "history" is the array. What the operations mean is decided in jepsen.hpp; keywords of EDN are
// strings here.
//
// Places are lines where every operation has one, and line and column otherwise.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] Result<History> read_jepsen_json(InputFile input, const ReadOptions& options);
[[nodiscard]] Result<History> read_jepsen_json_bytes(std::string_view bytes, const std::string& name);

}  // namespace isolde
