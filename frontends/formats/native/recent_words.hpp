// Which number something has, in one look: what fits a word, a short name or an integer, stands in a table of
// words with their numbers, which answers without following anything. It only remembers the latest words; for
// others the caller asks the dictionary.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isolde::native {

template <class Id>
class RecentWords {
 public:
  // Remembers few at first; where those do not last, up to about five times `most_lines`.
  explicit RecentWords(std::size_t most_lines) : most_lines_(most_lines) {}

  // The number of `word`, which is not 0; `otherwise()` tells it if it is not remembered. Words whose `place`
  // is the same share a line of the cache: equal for equal words, and best near for those that come together.
  template <class Otherwise>
  Id find(std::uint64_t word, std::uint64_t place, Otherwise&& otherwise) {
    const Line& line = lines_[place & (lines_.size() - 1)];
    // Where in its line it stands is nothing a processor could predict, so no branch asks.
    unsigned found = 0;
    for (std::size_t i = 0; i < kWords; ++i) found |= static_cast<unsigned>(line.words[i] == word) << i;
    if (found != 0) return line.ids[static_cast<std::size_t>(std::countr_zero(found))];
    const Id id = otherwise();
    remember(word, place, id);
    return id;
  }

 private:
  static constexpr std::size_t kWords = 5;
  static constexpr std::size_t kFirstLines = 64;

  struct alignas(64) Line {
    std::array<std::uint64_t, kWords> words = {};  // 0 is none
    std::array<Id, kWords> ids;
    std::uint32_t oldest = 0;
  };

  // A table that has forgotten as many as it has lines is too small; the larger one begins empty.
  void remember(std::uint64_t word, std::uint64_t place, Id id) {
    if (forgotten_ > lines_.size() && lines_.size() < most_lines_) {
      lines_.assign(2 * lines_.size(), {});
      forgotten_ = 0;
    }
    Line& line = lines_[place & (lines_.size() - 1)];
    const std::size_t at = line.oldest++ % kWords;
    forgotten_ += line.words[at] != 0 ? 1 : 0;
    line.words[at] = word;
    line.ids[at] = id;
  }

  std::size_t most_lines_;
  std::size_t forgotten_ = 0;
  std::vector<Line> lines_ = std::vector<Line>(kFirstLines);  // a power of two of them
};

}  // namespace isolde::native
