// Histories on disk: which formats there are, how one is recognised, and the two calls everything else uses.
//
// Each format has its own reader (and, where it makes sense, writer) in a file of its own, and knows no other
// format. A reader turns external names into dense ids through HistoryBuilder and reports malformed input as
// a located Error; a value nobody wrote is not malformed, it is a garbage read for the validator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "frontends/formats/input.hpp"
#include "history/history.hpp"

namespace isolde {

enum class Format : std::uint8_t {
  kNative,
  kCobra,
  kDbcop,
  kPlume,
  kJepsenEdn,
  kJepsenJson,
  kViper,
  kDbcopText,
  kAwdit,
};

struct FormatInfo {
  Format format;
  std::string_view name;         // as --format takes it
  std::string_view description;  // one line for --help
  bool writable;
};

// All formats, in the order of the enum.
[[nodiscard]] std::span<const FormatInfo> formats();
[[nodiscard]] std::optional<Format> format_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Format format);

struct ReadOptions {
  std::optional<Format> format;           // unset: detect from the content
  std::vector<std::string> initial = {};  // KEY=VALUE or FILE, as in told_initials.hpp
  // Called now and then with the bytes read and the bytes there are (0 if unknown).
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

// Looks at the content (a directory's names, a file's first bytes), never at the file's extension. The first
// form leaves everything to be read.
[[nodiscard]] Result<Format> detect_format(InputFile& input);
[[nodiscard]] Result<Format> detect_format(const std::string& path);

// A file or directory, standard input ("-"), or whatever can be opened and read.
[[nodiscard]] Result<History> read_history(InputFile input, const ReadOptions& options = {});

// Refuses, with a sentence that names the first obstacle, to drop what the format cannot hold. "-" is
// standard output.
[[nodiscard]] Result<void> write_history(const History& history, const std::string& path, Format format);

}  // namespace isolde
