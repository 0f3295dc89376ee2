// AWDIT's test text: `r KEY VALUE` and `w KEY VALUE`, one a line; dashes between transactions, equals signs
// between sessions. All transactions committed, and no value is special: a history that reads initial values
// spells out a transaction that writes them. One pass, O(bytes).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] Result<History> read_awdit(InputFile input, const ReadOptions& options);
[[nodiscard]] Result<History> read_awdit_bytes(std::string_view bytes, const std::string& name);

}  // namespace isolde
