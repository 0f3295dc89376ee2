// Reads the native format: a line that has the common shape goes through the quick scanner, any other through
// the full parser; both feed the same builder. One pass, memory for one chunk or line beside the history.
#include "frontends/formats/native.hpp"

#include <algorithm>
#include <new>

#include "frontends/formats/native_line.hpp"
#include "frontends/formats/native_read.hpp"
#include "frontends/formats/native_scan.hpp"

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
        options_(options),
        use_scanner_(tuning.use_scanner),
        lines_(bytes, file, tuning.chunk, tuning.max_line),
        scanner_(builder_),
        parser_(builder_, file) {
    builder_.begin_source(file, PlaceUnit::kLine);
  }

  Result<History> run(const std::string& file) {
    for (;;) {
      const Result<bool> more = lines_.next();
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      if (const Result<void> added = add_line(); !added) return tl::unexpected(added.error());
      report_progress();
    }
    const Place place{file, PlaceUnit::kNone, 0};
    if (lines_.number() == 0) return input_error(place, "the file is empty; expected a transaction per line");
    if (builder_.transaction_count() == 0) return input_error(place, "the file holds no transactions");
    return std::move(builder_).finish();
  }

 private:
  Result<void> add_line() {
    std::string_view line = lines_.line();
    if (use_scanner_ && scanner_.add(line, lines_.number())) return {};
    if (lines_.number() == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    if (is_skipped(line)) return {};
    return parser_.add(line, lines_.number(), lines_.is_closed());
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
  const ReadOptions& options_;
  bool use_scanner_;
  HistoryBuilder builder_;
  LineReader lines_;
  LineScanner scanner_;
  LineParser parser_;
  std::uint64_t next_report_ = kProgressEvery;
};

}  // namespace

Result<History> read_lines(ByteSource& bytes, const std::string& file, const ReadOptions& options,
                           const Tuning& tuning) {
  try {
    return Loop(bytes, file, options, tuning).run(file);
  } catch (const std::bad_alloc&) {
    return environment_error(file, "there is not enough memory to hold the history");
  }
}

}  // namespace native

Result<History> read_native(const std::string& path, const ReadOptions& options) {
  Result<std::unique_ptr<ByteSource>> bytes = open_bytes(path);
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  return native::read_lines(**bytes, path, options);
}

Result<History> read_native_text(std::string_view text, const std::string& name) {
  const std::unique_ptr<ByteSource> bytes = bytes_of(text);
  // A buffer no larger than a small text needs.
  return native::read_lines(*bytes, name, {},
                            {.chunk = std::clamp<std::size_t>(text.size(), 64, LineReader::kChunk)});
}

}  // namespace isolde
