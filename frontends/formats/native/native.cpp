// Reads the native format: a line that has the common shape goes through the quick scanner, any other through
// the full parser; both feed the same builder. One pass, memory for one chunk or line beside the history.
#include "frontends/formats/native/native.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "frontends/formats/layout.hpp"
#include "frontends/formats/native/native_line.hpp"
#include "frontends/formats/native/native_read.hpp"
#include "frontends/formats/native/native_scan.hpp"

namespace isolde {
namespace native {
namespace {

constexpr std::uint64_t kProgressEvery = std::uint64_t{4} << 20;

// Blank lines and comments (# or //) are skipped.
bool is_skipped(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#' || line.substr(first).starts_with("//");
}

class Loop {
 public:
  Loop(ByteSource& bytes, const std::string& file, const ReadOptions& options, const Tuning& tuning)
      : bytes_(bytes),
        file_(file),
        options_(options),
        use_scanner_(tuning.use_scanner),
        lines_(bytes, file, tuning.chunk, tuning.max_line),
        scanner_(builder_),
        parser_(builder_, file) {
    builder_.begin_source(file, PlaceUnit::kLine);
  }

  Result<History> run() {
    while (!errors_.is_over() && !is_something_else_) {
      const Result<bool> more = lines_.next();
      if (!more) errors_.add(more.error());
      if (!more || !*more) break;
      add_line();
      report_progress();
    }
    if (!errors_.is_empty()) return tl::unexpected(std::move(errors_).take());
    if (lines_.number() == 0)
      return input_error({file_, PlaceUnit::kNone, 0}, "the file is empty; expected a transaction per line");
    return std::move(builder_).finish();
  }

 private:
  void add_line() {
    const std::string_view line = lines_.line();
    if (use_scanner_ && scanner_.add(line, lines_.number())) return parser_.pass_line();
    if (const Result<void> added = parse_line(line); !added) errors_.add(added.error());
  }

  Result<void> parse_line(std::string_view line) {
    if (lines_.number() == 1) {
      const std::optional<std::string> foreign = foreign_encoding(line);
      is_something_else_ = foreign.has_value();
      if (foreign) return input_error({file_, PlaceUnit::kNone, 0}, *foreign);
      line = without_mark(line);
    }
    if (is_skipped(line)) return {};
    Result<void> added = parser_.add(line, lines_.number(), lines_.is_closed());
    is_something_else_ = parser_.has_other_layout();
    return added;
  }

  void report_progress() {
    if (bytes_.taken() < next_report_) return;
    if (next_report_ == kProgressEvery) reserve();
    next_report_ = bytes_.taken() + kProgressEvery;
    if (options_.progress) options_.progress(bytes_.taken(), bytes_.total());
  }

  // Guesses from the beginning how much there will be; never asks for more than the size of the input.
  void reserve() {
    constexpr double kMargin = 1.05;
    const double scale = kMargin * static_cast<double>(bytes_.total()) / static_cast<double>(bytes_.taken());
    const HistoryBuilder::Counts guess = builder_.counts().times(scale);
    if (guess.bytes() <= bytes_.total()) builder_.reserve(guess);
  }

  ByteSource& bytes_;
  const std::string& file_;
  const ReadOptions& options_;
  bool use_scanner_;
  HistoryBuilder builder_;
  LineReader lines_;
  LineScanner scanner_;
  LineParser parser_;
  ErrorList errors_;
  bool is_something_else_ = false;  // one sentence said so, and further lines would not help
  std::uint64_t next_report_ = kProgressEvery;
};

}  // namespace

Result<History> read_lines(ByteSource& bytes, const std::string& file, const ReadOptions& options,
                           const Tuning& tuning) {
  try {
    return Loop(bytes, file, options, tuning).run();
  } catch (const std::bad_alloc&) {
    return environment_error(file, "there is not enough memory to hold the history");
  }
}

}  // namespace native

Result<History> read_native(InputFile input, const ReadOptions& options) {
  Result<std::unique_ptr<ByteSource>> bytes = std::move(input).stream();
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  return native::read_lines(**bytes, input.name(), options);
}

Result<History> read_native_text(std::string_view text, const std::string& name) {
  const std::unique_ptr<ByteSource> bytes = bytes_of(text);
  // A buffer no larger than a small text needs.
  return native::read_lines(*bytes, name, {},
                            {.chunk = std::clamp<std::size_t>(text.size(), 64, LineReader::kChunk)});
}

}  // namespace isolde
