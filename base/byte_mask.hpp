// Compares sixty-four bytes at once: bit i of the answer is set where byte i is the same. Where the processor
// has no instruction for that, eight bytes are compared at a time.
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/digits.hpp"
#include "base/hash.hpp"

namespace isolde {

inline constexpr std::size_t kMaskBytes = 64;

namespace byte_mask {

// Bit i is set if byte i of the word is zero.
constexpr std::uint64_t zeros(std::uint64_t word) {
  const std::uint64_t highs = ~(((word & ~kHighs) + ~kHighs) | word | ~kHighs);
  return ((highs >> 7) * 0x0102040810204080ULL) >> 56;
}

#ifdef __SSE2__
template <class Other>
std::uint64_t equal(const char* at, Other&& other) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < kMaskBytes; i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, other(i))));
    mask |= std::uint64_t{bits} << i;
  }
  return mask;
}
#endif

template <class Other>
std::uint64_t equal_by_words(const char* at, Other&& other) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < kMaskBytes; i += 8)
    mask |= zeros(load_word<std::uint64_t>(at + i) ^ other(i)) << i;
  return mask;
}

}  // namespace byte_mask

// Both require kMaskBytes readable bytes.
inline std::uint64_t bytes_equal_to(char wanted, const char* at) {
#ifdef __SSE2__
  return byte_mask::equal(at, [=](unsigned) { return _mm_set1_epi8(wanted); });
#else
  return byte_mask::equal_by_words(at, [=](unsigned) { return kOnes * static_cast<unsigned char>(wanted); });
#endif
}

inline std::uint64_t bytes_equal(const char* a, const char* b) {
#ifdef __SSE2__
  return byte_mask::equal(
      a, [=](unsigned i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + i)); });
#else
  return byte_mask::equal_by_words(a, [=](unsigned i) { return load_word<std::uint64_t>(b + i); });
#endif
}

}  // namespace isolde
