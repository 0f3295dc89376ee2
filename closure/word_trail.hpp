// 64-bit words that can go back to what they were: the bits of a closure and the trail of their changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace isolde {

class WordTrail {
 public:
  void resize(std::size_t words) { words_.resize(words); }

  [[nodiscard]] std::uint64_t operator[](std::size_t at) const { return words_[at]; }
  [[nodiscard]] std::uint64_t* data() { return words_.data(); }
  [[nodiscard]] const std::uint64_t* data() const { return words_.data(); }

  // words[at + i] |= added[i] for all i < count. The ranges are the same or do not overlap.
  void merge(std::size_t at, const std::uint64_t* added, std::size_t count, bool record) {
    std::uint64_t* words = words_.data() + at;
    if (!record) {
      for (std::size_t i = 0; i < count; ++i) words[i] |= added[i];
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if ((added[i] & ~words[i]) == 0) continue;
      changes_.push_back({at + i, words[i]});
      words[i] |= added[i];
    }
  }
  void merge_word(std::size_t at, std::uint64_t added, bool record) { merge(at, &added, 1, record); }

  [[nodiscard]] std::size_t trail_size() const { return changes_.size(); }
  void rewind(std::size_t trail_size) {
    for (; changes_.size() > trail_size; changes_.pop_back())
      words_[changes_.back().at] = changes_.back().before;
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return words_.capacity() * sizeof(std::uint64_t) + changes_.capacity() * sizeof(Change);
  }

 private:
  struct Change {
    std::size_t at;
    std::uint64_t before;
  };
  std::vector<std::uint64_t> words_;
  std::vector<Change> changes_;
};

}  // namespace isolde
