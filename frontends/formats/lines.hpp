// Lines of a byte source, one at a time, in a buffer that simdjson and word-wise scanners may read beyond.
//
// Memory: one chunk, or the longest line so far; a line over kMaxLine is an error as soon as that much of it
// has been read. Cost: one copy of the input, and one memchr over it.
//
// Invariants
// 1. line() is followed by at least kPadding readable bytes, of which the first is '\n' or '\0'. So a
// comparison with text that holds neither never runs past the end of a line by more than one comparison.
//   2. number() counts every line of the input from 1, whatever is on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/bytes.hpp"

namespace isolde {

class LineReader {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{64} << 20;
  static constexpr std::size_t kPadding = 64;
  static constexpr std::size_t kChunk = std::size_t{64} << 10;

  // `bytes` must outlive the reader; `file` is what errors call it. Tests use small chunks and short lines.
  LineReader(ByteSource& bytes, std::string file, std::size_t chunk = kChunk,
             std::size_t max_line = kMaxLine);

  // Steps to the next line; false at the end of the input. What line() gave before becomes invalid.
  [[nodiscard]] Result<bool> next();

  // Without its line feed; a carriage return before it stays.
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  // False for a last line that the input does not close with a line feed.
  [[nodiscard]] bool is_closed() const { return is_closed_; }

 private:
  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };

  [[nodiscard]] Result<void> fill();
  [[nodiscard]] tl::unexpected<Error> too_long() const;
  void resize(std::size_t capacity);

  ByteSource& bytes_;
  std::string file_;
  std::size_t chunk_;
  std::size_t max_line_;
  std::unique_ptr<char, Free> buffer_;
  std::size_t capacity_ = 0;  // without the padding
  std::size_t filled_ = 0;
  std::size_t next_ = 0;  // where the next line begins
  std::string_view line_;
  std::uint64_t number_ = 0;
  bool is_closed_ = true;
  bool at_end_ = false;
};

}  // namespace isolde
