// What the scanners of text and bytes share: spelling hostile input safely in an error, finding invalid
// UTF-8, reading decimal integers without overflow, and saying now and then how far a reader has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.hpp"
#include "frontends/formats/file.hpp"
#include "frontends/formats/formats.hpp"

namespace isolde {

// What separates words on a line, for formats that do not define it themselves; as in C.
inline constexpr std::string_view kBlank = " \t\r\v\f";

// An error whose place the caller knows.
[[nodiscard]] inline tl::unexpected<Error> problem(std::string message) {
  return input_error({}, std::move(message));
}

// The beginning of `text` in double quotes, at most `limit` bytes of it, with everything that is not
// printable ASCII escaped: safe to print whatever the input was.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t limit = 40);

// The line, counted from 1, that the byte at `offset` stands in. O(offset): for errors only.
[[nodiscard]] std::uint64_t line_of(std::string_view bytes, std::size_t offset);

// The offset of the first byte that is not part of valid UTF-8.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view bytes);

// Reads decimal digits at `at` and moves past them. Nothing if there is no digit or the number is 2^63 or
// more; then `at` stands where reading stopped.
[[nodiscard]] inline std::optional<std::int64_t> scan_digits(const char*& at, const char* end) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  const char* const first = at;
  std::uint64_t number = 0;
  for (; at != end; ++at) {
    const auto digit = static_cast<std::uint64_t>(static_cast<unsigned char>(*at)) - '0';
    if (digit > 9) break;
    if (at - first > 18) return std::nullopt;  // 19 digits fit 64 bits without a sign
    number = number * 10 + digit;
    if (number >= kLimit) return std::nullopt;
  }
  if (at == first) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

// Reports to the caller of a reader how far it is, and gives back the pages that it has passed. Costs one
// comparison a call.
class ProgressMeter {
 public:
  ProgressMeter(const ReadOptions& options, std::uint64_t total, WholeFile* file = nullptr)
      : options_(options), total_(total), file_(file) {}

  void at(std::size_t done) {
    if (done >= next_) report(done);
  }

 private:
  void report(std::size_t done);

  const ReadOptions& options_;
  std::uint64_t total_;
  WholeFile* file_;
  std::size_t next_ = std::size_t{1} << 20;
};

}  // namespace isolde
