// A hash from 64-bit keys to 32-bit numbers: open addressing, linear probing, one flat array. Keys are never
// removed one by one. clear() is O(1) by a generation stamp, so an index per transaction costs nothing to
// reset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace isolde::engine {

inline constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

class FlatIndex {
 public:
  explicit FlatIndex(std::size_t capacity = 16) : cells_(capacity) {}  // a power of two

  // kNone if the key is not there.
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const { return cells_[place(key)].number(generation_); }

  // Requires that the key is not there.
  void insert(std::uint64_t key, std::uint32_t number) {
    if (2 * ++size_ > cells_.size()) grow();
    cells_[place(key)] = {key, number, generation_};
  }

  void clear() {
    size_ = 0;
    if (++generation_ != 0) return;
    cells_.assign(cells_.size(), {});
    generation_ = 1;
  }

 private:
  struct Cell {
    std::uint64_t key = 0;
    std::uint32_t value = 0;
    std::uint32_t generation = 0;  // differs from the index's: the cell is free

    [[nodiscard]] std::uint32_t number(std::uint32_t now) const { return generation == now ? value : kNone; }
  };

  // Where the key is, or would go.
  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    std::size_t at = ((key ^ (key >> 29)) * 0x9e3779b97f4a7c15ULL) >> 20;
    for (at &= cells_.size() - 1;; at = (at + 1) & (cells_.size() - 1))
      if (cells_[at].generation != generation_ || cells_[at].key == key) return at;
  }

  void grow() {
    const std::vector<Cell> old = std::exchange(cells_, std::vector<Cell>(2 * cells_.size()));
    for (const Cell& cell : old)
      if (cell.generation == generation_) cells_[place(cell.key)] = cell;
  }

  std::vector<Cell> cells_;
  std::size_t size_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace isolde::engine
