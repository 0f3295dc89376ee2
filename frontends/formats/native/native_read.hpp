// The loop over the lines of a native history, with the knobs that only tests and benchmarks turn.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "frontends/formats/bytes.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/formats/lines.hpp"
#include "history/history.hpp"

namespace isolde::native {

struct Tuning {
  bool use_scanner = true;  // false: the full parser for every line
  std::size_t chunk = LineReader::kChunk;
  std::size_t max_line = LineReader::kMaxLine;
};

[[nodiscard]] Result<History> read_lines(ByteSource& bytes, const std::string& file,
                                         const ReadOptions& options, const Tuning& tuning = {});

}  // namespace isolde::native
