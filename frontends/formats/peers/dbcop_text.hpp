// DBCop's text notation (.hist): transactions `[x:=1 y==2 z==?]`, a `!` after one that did not commit, a line
// of dashes (or a bar) between sessions, `//` comments.
//
// `:=` writes and `==` reads; version 0 and ? are the initial version. Names are keys, integers where they
// spell one. One pass, O(bytes).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] Result<History> read_dbcop_text(InputFile input, const ReadOptions& options);
[[nodiscard]] Result<History> read_dbcop_text_bytes(std::string_view bytes, const std::string& name);

}  // namespace isolde
