// A place in a line, and steps over what JSON may hold there: the words of the quick scanner
// (native_scan.hpp). Each step says whether it found what it looked for. Requires the padding of LineReader.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "base/digits.hpp"
#include "base/hash.hpp"

namespace isolde::native {

// Null, an integer, or a text that points into the line.
struct Scalar {
  enum class Kind : std::uint8_t { kNull, kInteger, kText };

  const char* text = nullptr;
  std::int64_t number = 0;  // the integer, or the text's length
  Kind kind = Kind::kNull;

  [[nodiscard]] std::string_view view() const { return {text, static_cast<std::size_t>(number)}; }
};

inline std::uint64_t load(const char* at) { return load_word<std::uint64_t>(at); }

// The high bit of each byte that ends a plain string: a quote, a backslash, a control character or not ASCII.
// Borrows may mark bytes after the first true one, never before it, and only the first counts.
inline std::uint64_t string_stops(std::uint64_t word) {
  const std::uint64_t quote = word ^ (kOnes * '"');
  const std::uint64_t slash = word ^ (kOnes * '\\');
  return ((quote - kOnes) | (slash - kOnes) | (word - kOnes * 0x20) | word) & kHighs;
}

class Cursor {
 public:
  explicit Cursor(const char* at) : at_(at) {}

  [[nodiscard]] const char* at() const { return at_; }
  [[nodiscard]] char peek() const { return *at_; }

  template <std::size_t N>
  bool eat(const char (&literal)[N]) {
    if (!is_same<N - 1>(at_, literal)) return false;
    at_ += N - 1;
    return true;
  }
  bool eat(char character) {
    if (*at_ != character) return false;
    ++at_;
    return true;
  }
  // A literal that ends in a colon or comma, and the space that may follow it.
  template <std::size_t N>
  bool eat_spaced(const char (&literal)[N]) {
    if (!eat(literal)) return false;
    space();
    return true;
  }
  // If there is one.
  void space() { at_ += *at_ == ' ' ? 1 : 0; }
  bool comma() { return eat_spaced(","); }

  void skip(std::size_t count) { at_ += count; }
  // Spaces and carriage returns up to the end of the line.
  bool eat_rest(const char* end) {
    while (*at_ == '\r' || *at_ == ' ') ++at_;
    return at_ == end;
  }

  // As JSON spells integers; false also if it does not fit. What follows it is the caller's to check.
  bool integer(std::int64_t& number) {
    const bool is_negative = eat('-');
    std::uint64_t magnitude = 0;
    const char* first = at_;
    for (;;) {
      const std::uint64_t word = load(at_);
      const int digits = leading_digits(word);
      if (digits != 0) magnitude = magnitude * kPowersOfTen[digits] + first_digits(word, digits);
      at_ += digits;
      if (digits != 8) break;
      if (at_ - first > 16) return false;
    }
    const auto length = at_ - first;
    if (length == 0 || length > 19 || (length > 1 && *first == '0')) return false;
    if (magnitude > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return false;
    number = is_negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
    return true;
  }

  // How long the natural number is that stands here, if it has at most seven digits and is spelled as JSON
  // spells it; else 0.
  [[nodiscard]] std::size_t few_digits() const {
    const int digits = leading_digits(load(at_));
    return digits == 8 || (digits > 1 && *at_ == '0') ? 0 : static_cast<std::size_t>(digits);
  }

  bool natural(std::int64_t& number) { return peek() != '-' && integer(number); }

  // After the opening quote; consumes the closing one.
  bool text(Scalar& out) {
    const char* first = at_;
    for (;; at_ += 8) {
      const std::uint64_t stops = string_stops(load(at_));
      if (stops == 0) continue;
      at_ += std::countr_zero(stops) / 8;
      break;
    }
    out = {first, at_ - first, Scalar::Kind::kText};
    return eat('"');
  }

  bool name(Scalar& out) {
    if (eat('"')) return text(out);
    out.kind = Scalar::Kind::kInteger;
    return integer(out.number);
  }

 private:
  // Word by word: the compiler calls memcmp for literals as long as ours.
  template <std::size_t N>
  static bool is_same(const char* a, const char* b) {
    if constexpr (N < 8) {
      return std::memcmp(a, b, N) == 0;
    } else {
      for (std::size_t i = 0; i + 8 <= N; i += 8)
        if (load(a + i) != load(b + i)) return false;
      return load(a + N - 8) == load(b + N - 8);
    }
  }

  const char* at_;
};

}  // namespace isolde::native
