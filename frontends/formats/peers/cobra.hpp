// Cobra log directories: one binary log per session (docs/formats.md).
//
// The value of an operation is its writeId, an integer; VeriStrong's rewritten logs, where all writeIds are
// one constant, have the value's hash instead. A read names not only the writeId but also the writer and the
// hash; one that disagrees with the write it names gets a value that nobody wrote, so that validation calls
// it garbage.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "history/history.hpp"

namespace isolde {

// Maps one file at a time. Sessions are named after the files and numbered in natural order (T2 before T10).
[[nodiscard]] Result<History> read_cobra(const std::string& directory, const ReadOptions& options);

struct CobraLog {
  std::string name;  // "T1.log"
  std::string_view bytes;
};

// The same from memory, in the order given.
[[nodiscard]] Result<History> read_cobra_logs(std::span<const CobraLog> logs);

}  // namespace isolde
