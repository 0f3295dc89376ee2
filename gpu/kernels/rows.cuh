// The bits of a closure as kernels see them: bit (i, j) says that i reaches j. Nodes are ranks, columns come
// in blocks of 32, and a row has only the words that time does not decide (closure/window_layout.hpp);
// without times it has all of them.
//
// If they do not all fit, only the columns of blocks [begin, end) are there.
#pragma once

#include "gpu/kernels/target.cuh"
#include "gpu/row_layout.hpp"

namespace isolde::ISOLDE_TARGET {

struct Rows {
  Word* words;
  const DeviceRow* rows;
  const std::uint32_t* listed_blocks;
  std::uint32_t nodes;
  std::uint32_t begin;
  std::uint32_t end;
};

constexpr std::size_t kAbsent = ~std::size_t{0};

ISOLDE_DEVICE bool has_column(const Rows& rows, std::uint32_t node) {
  return node / kWordBits >= rows.begin && node / kWordBits < rows.end;
}
// Number of words that are stored of a row, and the block of the i-th.
ISOLDE_DEVICE std::uint32_t stored_words(const DeviceRow& row) { return row.listed + row.dense; }
ISOLDE_DEVICE std::uint32_t block_of(const Rows& rows, const DeviceRow& row, std::uint32_t i) {
  return i < row.listed ? rows.listed_blocks[row.blocks + i] : row.first + (i - row.listed);
}
// Where the word of `block` is, if it is stored. Listed blocks ascend.
ISOLDE_DEVICE std::size_t place(const Rows& rows, const DeviceRow& row, std::uint32_t block) {
  if (block >= row.first)
    return block - row.first < row.dense ? row.words + row.listed + (block - row.first) : kAbsent;
  std::uint32_t low = 0;
  std::uint32_t high = row.listed;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (rows.listed_blocks[row.blocks + middle] < block)
      low = middle + 1;
    else
      high = middle;
  }
  return low < row.listed && rows.listed_blocks[row.blocks + low] == block ? row.words + low : kAbsent;
}
// Whether rows change while they are read. If so, a word may be that of before or after.
enum class During : std::uint8_t { kRest, kGrowth };

// A row's word, stored or not. `block` is one of [begin, end).
template <During during = During::kRest>
ISOLDE_DEVICE Word word_of(const Rows& rows, const DeviceRow& row, std::uint32_t block) {
  if (block > row.last / kWordBits) return kAllBits;
  const std::size_t at = place(rows, row, block);
  if (at == kAbsent) return Word{0};
  if constexpr (during == During::kGrowth) return ISOLDE_LOAD(rows.words[at]);
  return rows.words[at];
}
// What time decides within the last word that is stored.
ISOLDE_DEVICE Word bits_by_time(const DeviceRow& row, std::uint32_t block) {
  const std::uint32_t behind = row.last % kWordBits + 1;
  return block == row.last / kWordBits && behind < kWordBits ? kAllBits << behind : Word{0};
}
// Requires has_column(rows, to).
template <During during = During::kRest>
ISOLDE_DEVICE bool reaches(const Rows& rows, std::uint32_t from, std::uint32_t to) {
  const DeviceRow row = rows.rows[from];
  if (to > row.last) return true;
  return (word_of<during>(rows, row, to / kWordBits) >> (to % kWordBits) & 1U) != 0;
}
// The bit of `node` in a word of `block`.
ISOLDE_DEVICE Word bit_in(std::uint32_t block, std::uint32_t node) {
  return node / kWordBits == block ? Word{1} << (node % kWordBits) : Word{0};
}

}  // namespace isolde::ISOLDE_TARGET
