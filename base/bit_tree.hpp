// A set of numbers below a fixed limit, as bits, with a bit per 64 words above them, and so on: insert, erase
// and "the next one from here" each touch one word per level (four levels for sixteen million numbers).
//
// Invariant: a bit above is set if and only if the word below it is not zero.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isolde {

class BitTree {
 public:
  explicit BitTree(std::size_t limit) : limit_(limit) {
    do {
      limit = (limit + 63) / 64;
      levels_.emplace_back(limit);
    } while (limit > 1);
  }

  [[nodiscard]] std::size_t limit() const { return limit_; }

  void insert(std::size_t number) {
    for (std::vector<std::uint64_t>& level : levels_) {
      std::uint64_t& word = level[number / 64];
      const bool was_empty = word == 0;
      word |= std::uint64_t{1} << (number % 64);
      if (!was_empty) return;
      number /= 64;
    }
  }

  void erase(std::size_t number) {
    for (std::vector<std::uint64_t>& level : levels_) {
      std::uint64_t& word = level[number / 64];
      word &= ~(std::uint64_t{1} << (number % 64));
      if (word != 0) return;
      number /= 64;
    }
  }

  // The smallest member that is at least `number`; limit() if there is none.
  [[nodiscard]] std::size_t next(std::size_t number) const {
    std::size_t height = 0;
    for (;; ++height) {
      if (height == levels_.size() || number / 64 >= levels_[height].size()) return limit_;
      const std::uint64_t rest = levels_[height][number / 64] >> (number % 64);
      if (rest != 0) {
        number += static_cast<std::size_t>(std::countr_zero(rest));
        break;
      }
      number = number / 64 + 1;
    }
    while (height-- > 0)
      number = number * 64 + static_cast<std::size_t>(std::countr_zero(levels_[height][number]));
    return number;
  }

 private:
  std::size_t limit_;
  std::vector<std::vector<std::uint64_t>> levels_;  // the numbers themselves first
};

}  // namespace isolde
