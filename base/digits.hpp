// Decimal digits, whatever the locale, for readers of formats and of predicates: one at a time, or eight. A
// word of text holds its first byte lowest.
#pragma once

#include <bit>
#include <cstdint>

namespace isolde {

static_assert(std::endian::native == std::endian::little,
              "words of text are read with the first byte lowest");

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
inline constexpr std::uint64_t kHighs = 0x8080808080808080ULL;
inline constexpr std::uint64_t kPowersOfTen[] = {1,      10,      100,      1000,     10000,
                                                 100000, 1000000, 10000000, 100000000};

// The high bit of each byte that is no decimal digit.
constexpr std::uint64_t digit_stops(std::uint64_t word) {
  const std::uint64_t offset = word ^ (kOnes * '0');  // digits become 0..9
  return ((offset + kOnes * (0x7F - 9)) | offset) & kHighs;
}

// How many digits the word begins with.
constexpr int leading_digits(std::uint64_t word) {
  const std::uint64_t stops = digit_stops(word);
  return stops == 0 ? 8 : std::countr_zero(stops) / 8;
}

// The number that eight digits spell: pairs of digits are joined first, then fours, then all.
constexpr std::uint64_t eight_digits(std::uint64_t word) {
  word &= kOnes * 0x0F;
  word = (word * 10) + (word >> 8);
  constexpr std::uint64_t kMask = 0x000000FF000000FFULL;
  return (((word & kMask) * 0x000F424000000064ULL) + (((word >> 16) & kMask) * 0x0000271000000001ULL)) >> 32;
}

// The number that the first `count` bytes of the word spell, 1 to 8 digits. The shift drops the bytes behind
// them and puts zero bytes in front, which count as leading zeros.
constexpr std::uint64_t first_digits(std::uint64_t word, int count) {
  return eight_digits(word << (64 - 8 * count));
}

}  // namespace isolde
