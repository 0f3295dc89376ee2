// Jepsen / Elle histories in EDN: operation maps one after another, or one vector or list of them.
//
// What the operations mean is decided in jepsen.hpp. One operation is in memory at a time.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] Result<History> read_jepsen_edn(InputFile input, const ReadOptions& options);
[[nodiscard]] Result<History> read_jepsen_edn_bytes(std::string_view bytes, const std::string& name);

// Writes rw-register and list-append histories: an invocation and a completion for every transaction, in an
// order that keeps the real-time order of the history; completions alone if the history has no times.
// Sessions become processes, renumbered unless all are integers.
[[nodiscard]] Result<void> write_jepsen_edn(const History& history, const std::string& path);
[[nodiscard]] Result<std::string> jepsen_edn_bytes(const History& history);

}  // namespace isolde
