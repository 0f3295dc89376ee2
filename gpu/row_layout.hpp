// Where a device keeps the rows of a closure: which words, and in which order. A row has what time does not
// decide (closure/window_layout.hpp); if all rows together do not fit the memory, they come in ranges of
// columns, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "closure/window_layout.hpp"

namespace isolde {

// A row as kernels see it: `listed` words of the blocks from `blocks` on in the list, then `dense` words of
// the blocks from `first` on. Ranks after `last` are reached by time.
struct DeviceRow {
  std::uint64_t words;
  std::uint32_t blocks;
  std::uint32_t listed;
  std::uint32_t first;
  std::uint32_t dense;
  std::uint32_t last;
};

struct ColumnRange {
  Block begin = 0;
  Block end = 0;
  std::size_t words = 0;  // of all rows together
};

class RowLayout {
 public:
  static constexpr std::uint32_t kWordBits = 32;

  RowLayout(std::size_t nodes, std::span<const std::int64_t> starts, std::span<const std::int64_t> ends);

  [[nodiscard]] std::size_t node_count() const { return windows_.rows.size(); }
  [[nodiscard]] Rank rank(Node node) const { return windows_.ranks[node]; }
  [[nodiscard]] std::span<const Block> listed_blocks() const { return windows_.listed_blocks; }
  [[nodiscard]] std::size_t words() const { return windows_.words; }
  [[nodiscard]] Block block_count() const {
    return static_cast<Block>((node_count() + kWordBits - 1) / kWordBits);
  }

  // All columns, in ranges that take no more than so many words each; none if a single block takes more.
  [[nodiscard]] std::vector<ColumnRange> ranges(std::size_t most_words) const;

  // The rows with the words of these columns alone, and how many words that are. Listed blocks are those of
  // listed_blocks().
  struct Piece {
    std::vector<DeviceRow> rows;
    std::size_t words = 0;
    std::uint32_t longest = 0;  // words of a row
  };
  [[nodiscard]] Piece piece(ColumnRange columns) const;

 private:
  WindowLayout windows_;
};

}  // namespace isolde
