// A set of states, each a fixed number of words, compared exactly. Flat: one arena of words, one table of
// slots.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace isolde {

class StateSet {
 public:
  // True if the state was not there yet. Requires the same width on every call.
  bool insert(std::span<const std::uint32_t> state) {
    if ((std::size_t{count_} + 1) * 2 > slots_.size()) grow(state.size());
    const std::size_t slot = find(state);
    if (slots_[slot] != 0) return false;
    words_.insert(words_.end(), state.begin(), state.end());
    slots_[slot] = ++count_;
    return true;
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const {
    return words_.capacity() * sizeof(words_[0]) + slots_.capacity() * sizeof(slots_[0]);
  }

 private:
  [[nodiscard]] std::span<const std::uint32_t> state(std::uint32_t entry, std::size_t width) const {
    return std::span(words_).subspan((entry - 1) * width, width);
  }
  [[nodiscard]] static std::uint64_t hash(std::span<const std::uint32_t> state) {
    std::uint64_t hash = 0;
    for (const std::uint32_t word : state) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 29;
    }
    return hash;
  }
  [[nodiscard]] std::size_t find(std::span<const std::uint32_t> wanted) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash(wanted) & mask;
    while (slots_[slot] != 0 && !std::ranges::equal(state(slots_[slot], wanted.size()), wanted))
      slot = (slot + 1) & mask;
    return slot;
  }
  void grow(std::size_t width) {
    slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), 0);
    for (std::uint32_t entry = 1; entry <= count_; ++entry) slots_[find(state(entry, width))] = entry;
  }

  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> slots_;
  std::uint32_t count_ = 0;
};

}  // namespace isolde
