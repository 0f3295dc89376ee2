// Which version a row is, by its spelling. A row is written once and then shown, in the same bytes, to every
// transaction that reads its key: a reader that finds the bytes again need not parse them. Per key the last
// spelling is kept; a spelling means the same under every key, so that keys may share a place.
//
// A JSON object ends where it ends: what begins with the bytes of a whole object is that object.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/byte_mask.hpp"
#include "base/ids.hpp"

namespace isolde::native {

class SpelledRows {
 public:
  // The length of the row that begins at `at`, a brace, if it is the last one of the key; then `value` is
  // what it is. 0 if not. Requires the padding of LineReader.
  //
  // The length is found in the text, not in the entry, with which all of it is compared: so the processor
  // goes on with the next row while the entry is still on its way.
  [[nodiscard]] std::size_t find(KeyId key, const char* at, ValueId& value) const {
    if (entries_.empty()) return 0;
    const Entry& entry = entries_[key.index() & (entries_.size() - 1)];
    const std::size_t length = length_to_brace(at);
    if (length != entry.length) return 0;
    if (~bytes_equal(at, reinterpret_cast<const char*>(&entry)) << (kMaskBytes - length) != 0) return 0;
    value = entry.value;
    return length;
  }

  void keep(KeyId key, std::string_view row, ValueId value) {
    if (row.size() > kMostBytes || row.size() != length_to_brace(row.data())) return;
    if (key.index() >= entries_.size() && entries_.size() < kMostEntries)
      entries_.resize(std::min(std::bit_ceil(key.index() + 1), kMostEntries));
    Entry& entry = entries_[key.index() & (entries_.size() - 1)];
    std::memcpy(entry.bytes.data(), row.data(), row.size());
    entry.length = static_cast<std::uint32_t>(row.size());
    entry.value = value;
  }

 private:
  static constexpr std::size_t kMostBytes = 56;  // so that an entry is a line of the cache
  static constexpr std::size_t kMostEntries = std::size_t{1} << 16;

  // Up to and with the first closing brace; more than kMaskBytes if it is further away. It closes the row
  // unless a text holds one; such a row is not kept.
  static std::size_t length_to_brace(const char* at) {
    return static_cast<std::size_t>(std::countr_zero(bytes_equal_to('}', at))) + 1;
  }

  struct alignas(kMaskBytes) Entry {
    std::array<char, kMostBytes> bytes;
    std::uint32_t length = 0;  // 0: none
    ValueId value;
  };
  static_assert(sizeof(Entry) == kMaskBytes);

  std::vector<Entry> entries_;  // by KeyId, modulo its size, a power of two
};

}  // namespace isolde::native
