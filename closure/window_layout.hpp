// Which words of a node's row have to be stored when time decides the rest (Vbox section 4.4); for the rows
// of `window`, and for those that kernels close.
//
// Nodes are ranked by start; a block is as many ranks as a word has bits. What overlaps node v is the range
// of ranks that started during v, and the nodes still active when v started. Vbox keeps one contiguous window
// around both, which a single long-running node makes as long as the history; here the range is kept as it is
// (whole words), and of the active ones only those words in which there are any. So a long-running node has a
// long row itself, and costs everybody else one word. A row is dense around the node itself, as far as its
// words have no gap; words before the first gap are listed.
//
// A word is stored in v's row exactly if a node of its block overlaps v (or v is in it). Of the other words,
// those after v's last stored one are all ones (they start after v ends, so v reaches them), and those before
// it all zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "closure/closure.hpp"

namespace isolde {

using Rank = std::uint32_t;
using Block = std::uint32_t;

struct WindowRow {
  Rank last = 0;             // of the ranks that start before this one ends
  Block first = 0;           // of the dense part, which goes on to the block of `last`
  std::uint32_t listed = 0;  // number of words before the dense part
  std::size_t blocks = 0;    // where the block numbers of the listed words begin
  std::size_t words = 0;     // where the words begin, listed ones first
};

struct WindowLayout {
  std::vector<Rank> ranks;      // by node
  std::vector<WindowRow> rows;  // by rank
  std::vector<Block> listed_blocks;
  std::size_t words = 0;

  [[nodiscard]] std::span<const Block> listed(const WindowRow& row) const {
    return std::span(listed_blocks).subspan(row.blocks, row.listed);
  }
};

// Intervals by node, such that v reaches w if ends[v] < starts[w]; an end before its start counts as the
// start. Without any all rows are full, and ranks are nodes.
[[nodiscard]] WindowLayout lay_out_windows(std::size_t nodes, std::span<const std::int64_t> starts,
                                           std::span<const std::int64_t> ends, std::uint32_t bits_per_word);

}  // namespace isolde
