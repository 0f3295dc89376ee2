// Which number something has, by its spelling, in one look: what is spelled in up to eight bytes is a word,
// and a table of words with their numbers answers without following anything. It only remembers what it was
// told last; who is not in it asks the dictionary.
//
// Requires spellings without zero bytes, with which one could be taken for another that is shorter: digits,
// and plain strings (native_cursor.hpp), have none.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "frontends/formats/native_cursor.hpp"

namespace isolde::native {

template <class Id>
class ShortSpellings {
 public:
  static constexpr std::size_t kMostBytes = 8;

  // Remembers few at first; where those do not last, up to about five times `most_lines`.
  explicit ShortSpellings(std::size_t most_lines) : most_lines_(most_lines) {}

  // The number of what stands at `at`, where kMostBytes can be read, and is 1 to kMostBytes long;
  // `otherwise()` tells it if it is not remembered.
  template <class Otherwise>
  Id find(const char* at, std::size_t length, Otherwise&& otherwise) {
    const std::uint64_t word = load(at) & (~std::uint64_t{0} >> (64 - 8 * length));
    const Line& line = line_of(word);
    // In which place it stands is nothing a processor could predict, so no branch asks.
    unsigned found = 0;
    for (std::size_t i = 0; i < kPlaces; ++i) found |= static_cast<unsigned>(line.words[i] == word) << i;
    if (found != 0) return line.ids[static_cast<std::size_t>(std::countr_zero(found))];
    const Id id = otherwise();
    remember(word, id);
    return id;
  }

 private:
  static constexpr std::size_t kPlaces = 5;
  static constexpr std::size_t kFirstLines = 64;

  // Of the cache: a look touches one.
  struct alignas(64) Line {
    std::array<std::uint64_t, kPlaces> words = {};  // 0 is none
    std::array<Id, kPlaces> ids;
    std::uint32_t oldest = 0;
  };

  [[nodiscard]] Line& line_of(std::uint64_t word) {
    return lines_[(mix(word, 0) >> 8) & (lines_.size() - 1)];
  }

  // A table that has forgotten as many as it has lines is too small; the larger one begins empty.
  [[gnu::noinline]] void remember(std::uint64_t word, Id id) {
    if (forgotten_ > lines_.size() && lines_.size() < most_lines_) {
      lines_.assign(2 * lines_.size(), {});
      forgotten_ = 0;
    }
    Line& line = line_of(word);
    const std::size_t place = line.oldest++ % kPlaces;
    forgotten_ += line.words[place] != 0 ? 1 : 0;
    line.words[place] = word;
    line.ids[place] = id;
  }

  std::size_t most_lines_;
  std::size_t forgotten_ = 0;
  std::vector<Line> lines_ = std::vector<Line>(kFirstLines);  // a power of two of them
};

}  // namespace isolde::native
