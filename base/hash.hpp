// Hashes small things, word by word, and compares short texts, for IdTable (base/id_table.hpp). The hash does
// not withstand an adversary who chooses input for collisions: they cost time, never a wrong answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace isolde {

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 32);
}

// The lower half of a hash, which mix() leaves better mixed than the upper one.
constexpr std::uint32_t half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

template <class Word>
Word load_word(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// Up to seven bytes as one word, without a loop: the pieces overlap.
inline std::uint64_t load_tail(const char* at, std::size_t count) {
  if (count >= 4)
    return load_word<std::uint32_t>(at) |
           (std::uint64_t{load_word<std::uint32_t>(at + count - 4)} << (8 * (count - 4)));
  if (count == 0) return 0;
  const auto byte = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  };
  return byte(0) | byte(count / 2) | byte(count - 1);
}

inline std::uint64_t hash_bytes(std::uint64_t hash, std::string_view bytes) {
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) hash = mix(hash, load_word<std::uint64_t>(at));
  return mix(hash * 0xd6e8feb86659fd93ULL, load_tail(at, left));
}

// For short texts, where a call of memcmp costs more than the comparison.
inline bool same_bytes(const char* a, const char* b, std::size_t count) {
  const auto differ = [&]<class Word>(Word, std::size_t at) {
    return load_word<Word>(a + at) != load_word<Word>(b + at);
  };
  if (count >= 8) {
    for (std::size_t i = 0; i + 8 < count; i += 8)
      if (differ(std::uint64_t{}, i)) return false;
    return !differ(std::uint64_t{}, count - 8);  // the pieces overlap
  }
  if (count >= 4) return !differ(std::uint32_t{}, 0) && !differ(std::uint32_t{}, count - 4);
  return load_tail(a, count) == load_tail(b, count);
}

}  // namespace isolde
