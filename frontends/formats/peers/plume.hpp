// Plume / PolySI text: one operation a line, `r(key,value,session,txn)` or `w(key,value,session,txn)`.
//
// Lines of different transactions may interleave; a transaction belongs to the session of its first line and
// stands in session order where that line stands. Transaction -1 collects what aborted, one for each session.
// Value 0 is the initial value of every key. Reading is one pass over the text and one counting sort by
// transaction: O(bytes), about 20 bytes of memory an operation beside the history.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] Result<History> read_plume(InputFile input, const ReadOptions& options);
[[nodiscard]] Result<History> read_plume_bytes(std::string_view bytes, const std::string& name);

// Times are left out, and so are transactions without operations, for which the format has no line. Sessions
// keep their numbers if all are integers from 0, and are renumbered otherwise.
[[nodiscard]] Result<void> write_plume(const History& history, const std::string& path);
[[nodiscard]] Result<std::string> plume_bytes(const History& history);

}  // namespace isolde
