// A set of numbers below a fixed limit, as bits, with a bit per 64 words above them, and so on: insert, erase
// and "the next one from here" each touch one word per level (four levels for sixteen million numbers), and
// mostly the lowest only.
//
// Invariant: a bit of a higher level is set if and only if the word below it is not zero.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isolde {

class BitTree {
 public:
  explicit BitTree(std::size_t limit) : limit_(limit) {
    std::size_t words = 0;
    do {
      limit = (limit + 63) / 64;
      levels_.push_back({words, limit});
      words += limit;
    } while (limit > 1);
    words_.resize(words);
  }

  [[nodiscard]] std::size_t limit() const { return limit_; }

  void insert(std::size_t number) {
    std::uint64_t& word = words_[number / 64];
    const bool was_empty = word == 0;
    word |= bit(number);
    for (std::size_t height = 1; was_empty && height < levels_.size(); ++height) {
      number /= 64;
      std::uint64_t& above = words_[levels_[height].begin + number / 64];
      const bool is_known = above != 0;
      above |= bit(number);
      if (is_known) return;
    }
  }

  void erase(std::size_t number) {
    std::uint64_t& word = words_[number / 64];
    word &= ~bit(number);
    const bool is_empty = word == 0;
    for (std::size_t height = 1; is_empty && height < levels_.size(); ++height) {
      number /= 64;
      std::uint64_t& above = words_[levels_[height].begin + number / 64];
      above &= ~bit(number);
      if (above != 0) return;
    }
  }

  // The smallest member that is at least `number`; limit() if there is none.
  [[nodiscard]] std::size_t next(std::size_t number) const {
    std::size_t height = 0;
    for (;; ++height) {
      if (height == levels_.size() || number / 64 >= levels_[height].size) return limit_;
      const std::uint64_t rest = words_[levels_[height].begin + number / 64] >> (number % 64);
      if (rest != 0) {
        number += static_cast<std::size_t>(std::countr_zero(rest));
        break;
      }
      number = number / 64 + 1;
    }
    while (height-- > 0)
      number =
          number * 64 + static_cast<std::size_t>(std::countr_zero(words_[levels_[height].begin + number]));
    return number;
  }

  // Whether [first, last) has more than `most` members. Cost: the words that have a member, and a few.
  [[nodiscard]] bool has_more(std::size_t first, std::size_t last, std::size_t most) const {
    std::size_t count = 0;
    while (first < last) {
      std::uint64_t word = words_[first / 64] >> (first % 64);
      if (last - first < 64) word &= bit(last - first) - 1;
      for (; word != 0; word &= word - 1)
        if (++count > most) return true;
      first = (first / 64 + 1) * 64;
      if (first < last && words_[first / 64] == 0) first = next(first);
    }
    return false;
  }

 private:
  struct Level {
    std::size_t begin;  // in words_
    std::size_t size;
  };

  [[nodiscard]] static constexpr std::uint64_t bit(std::size_t number) {
    return std::uint64_t{1} << (number % 64);
  }

  std::size_t limit_;
  std::vector<Level> levels_;         // the lowest first, whose bits are the numbers themselves
  std::vector<std::uint64_t> words_;  // of all levels
};

}  // namespace isolde
