// DBCop's history.bincode: little-endian, fixed width, length-prefixed; no magic and no version.
//
// Sessions are the outer vector; value 0 is the initial value of every key. The numbers of the header are
// parameters of the generator and bound nothing; every vector length is checked against the bytes that are
// left before anything is reserved.
//
// What others drop is kept: a failed transaction is aborted, and the failed writes of a committed one become
// an aborted transaction of their own, so that a read of them can be named. Reading is one pass, O(bytes).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] Result<History> read_dbcop(InputFile input, const ReadOptions& options);
[[nodiscard]] Result<History> read_dbcop_bytes(std::string_view bytes, const std::string& name);

// True if the bytes begin with what every such file begins with: five numbers, three texts, and how many
// sessions there are, of how many transactions the first. No other format does: in a text there is no byte 0,
// and a length has several.
[[nodiscard]] bool looks_like_dbcop(std::string_view bytes);

// Sessions and transactions are renumbered in order; times are left out.
[[nodiscard]] Result<void> write_dbcop(const History& history, const std::string& path);
[[nodiscard]] Result<std::string> dbcop_bytes(const History& history);

}  // namespace isolde
