// Computes the whole closure at once, as a matrix of bits, on several threads: for graphs that will not
// change, where all pairs matter.
//
// Nodes are renumbered in topological order, so that a row has bits only behind its own. The matrix is cut
// into tiles of 512 columns (a cache line per row), and a tile depends on no other: a node's line is the
// union of its successors' lines, last node first. A tile of 20,000 rows is 1.3 MB, which stays in a core's
// cache, where the textbook's pass over whole rows moves the matrix through memory for every few edges.
//
// An edge u -> v is redundant if another successor of u reaches v. Successors are taken in order, so the tile
// that has column v finds that out when it comes to the edge, and tells the tiles behind it, the only others
// for which the edge matters. Tiles are begun from left to right; a thread that reads too early joins in vain
// and is right all the same. So about (irredundant edges) * (columns behind them) / 512 lines are joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "closure/closure.hpp"

namespace isolde {

class TiledRows {
 public:
  [[nodiscard]] bool reaches(Node from, Node to) const {
    const std::uint32_t row = ranks_[from];
    const std::uint32_t column = ranks_[to];
    if (column <= row) return false;
    const std::uint64_t* line = tile(column / kTileColumns) + row * kTileWords;
    return (line[column % kTileColumns / 64] >> (column % 64) & 1U) != 0;
  }
  [[nodiscard]] std::size_t node_count() const { return ranks_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const {
    return word_count_ * sizeof(std::uint64_t) + ranks_.size() * sizeof(std::uint32_t);
  }

  static constexpr std::size_t kTileColumns = 512;
  static constexpr std::size_t kTileWords = kTileColumns / 64;

 private:
  friend class TiledPass;

  // A tile has a line for every rank up to that of its last column: behind it there are no bits.
  [[nodiscard]] std::uint64_t* tile(std::size_t index) const {
    return words_.get() + index * (index + 1) / 2 * kTileColumns * kTileWords;
  }

  std::vector<std::uint32_t> ranks_;  // by node, in a topological order
  std::unique_ptr<std::uint64_t[]> words_;
  std::size_t word_count_ = 0;
};

// The closure of `edges`; nothing if they contain a cycle.
[[nodiscard]] std::optional<TiledRows> close_by_tiles(std::size_t nodes, std::span<const Edge> edges,
                                                      unsigned threads);

}  // namespace isolde
