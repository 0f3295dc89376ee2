#include "gpu/row_layout.hpp"

#include <algorithm>

namespace isolde {

RowLayout::RowLayout(std::size_t nodes, std::span<const std::int64_t> starts,
                     std::span<const std::int64_t> ends)
    : windows_(lay_out_windows(nodes, starts, ends, kWordBits)) {}

std::vector<ColumnRange> RowLayout::ranges(std::size_t most_words) const {
  // Rows that store a block begin and end at few places, so the count per block is a sum of changes.
  std::vector<std::int64_t> changes(block_count() + 1U);
  std::vector<std::size_t> stored(block_count());
  for (const WindowRow& row : windows_.rows) {
    ++changes[row.first];
    --changes[row.last / kWordBits + 1];
    for (const Block block : windows_.listed(row)) ++stored[block];
  }
  std::vector<ColumnRange> result;
  std::int64_t dense = 0;
  for (Block block = 0; block < stored.size(); ++block) {
    dense += changes[block];
    stored[block] += static_cast<std::size_t>(dense);
    if (stored[block] > most_words) return {};
    if (result.empty() || result.back().words + stored[block] > most_words)
      result.push_back({block, block, 0});
    ++result.back().end;
    result.back().words += stored[block];
  }
  return result;
}

RowLayout::Piece RowLayout::piece(ColumnRange columns) const {
  Piece piece;
  piece.rows.reserve(node_count());
  for (const WindowRow& row : windows_.rows) {
    const std::span<const Block> listed = windows_.listed(row);
    const auto* const begin = listed.data();
    const auto* const end = begin + listed.size();
    const auto* const first = std::lower_bound(begin, end, columns.begin);
    const auto* const last = std::lower_bound(first, end, columns.end);
    const Block dense_begin = std::clamp(row.first, columns.begin, columns.end);
    const Block dense_end = std::clamp(row.last / kWordBits + 1, dense_begin, columns.end);
    const DeviceRow clipped{piece.words,
                            static_cast<std::uint32_t>(row.blocks + static_cast<std::size_t>(first - begin)),
                            static_cast<std::uint32_t>(last - first),
                            dense_begin,
                            dense_end - dense_begin,
                            row.last};
    piece.words += clipped.listed + clipped.dense;
    piece.longest = std::max(piece.longest, clipped.listed + clipped.dense);
    piece.rows.push_back(clipped);
  }
  return piece;
}

}  // namespace isolde
